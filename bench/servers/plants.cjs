/** An empty database for json-server, kept in memory. */
module.exports = () => ({ plants: [] });

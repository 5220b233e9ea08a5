module.exports = () => ({ plants: [] });

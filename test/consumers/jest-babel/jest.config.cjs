module.exports = {
  // Makes msw and its dependencies CommonJS.
  transform: {
    "\\.m?[jt]sx?$": ["babel-jest", { presets: [["@babel/preset-env", { targets: { node: "current" } }]] }],
  },
  transformIgnorePatterns: [],
};

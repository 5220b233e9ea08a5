module.exports = {
  // Makes the packages of msw that are ES modules only CommonJS.
  transform: {
    "\\.m?[jt]sx?$": ["babel-jest", { presets: [["@babel/preset-env", { targets: { node: "current" } }]] }],
  },
  transformIgnorePatterns: ["/node_modules/(?!(?:@open-draft/deferred-promise|rettime|until-async)/)"],
};

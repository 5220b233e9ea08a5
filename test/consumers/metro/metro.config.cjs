module.exports = {
  transformer: { babelTransformerPath: require.resolve("@react-native/metro-babel-transformer") },
};

// React Native reads its native modules when it is loaded. There are none here.
globalThis.__fbBatchedBridgeConfig = { remoteModuleConfig: [] };

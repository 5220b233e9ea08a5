interface ImportMetaEnv {
  /** The URL of the service. By default, the mock responds in the page. */
  readonly VITE_PLANT_STORE_URL?: string;
}

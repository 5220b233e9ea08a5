interface ImportMetaEnv {
  /** Where the service is. Without it, the mock answers in the page. */
  readonly VITE_PLANT_STORE_URL?: string;
}

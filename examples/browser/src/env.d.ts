/// <reference types="vite/client" />

interface ImportMetaEnv {
  /** Where the service is; empty for the mock in this page. */
  readonly PLANT_STORE_URL: string;
}

/// <reference types="vite/client" />

interface ImportMetaEnv {
  /** The URL of the service, or "" for the mock in this page. */
  readonly PLANT_STORE_URL: string;
}

/// <reference types="vite/client" />

interface ImportMetaEnv {
  readonly PLANT_STORE_URL: string;
}

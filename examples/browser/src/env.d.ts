/// <reference types="vite/client" />

interface ImportMetaEnv {
  readonly VITE_PLANT_STORE_URL?: string;
}

interface ImportMetaEnv {
  readonly VITE_PLANT_STORE_URL?: string;
}

import { createApp } from "./express-app.js";

const baseUrl = process.env.PLANT_STORE_URL ?? "https://plants.example.com/v1";
const stopping = new AbortController();
// In your app, the token is in the user's session.
const app = createApp({ baseUrl }, (request) => request.get("x-user-token"), stopping.signal);
const server = app.listen(Number(process.env.PORT ?? 3000), () => console.log("Listening", server.address()));

process.once("SIGTERM", () => {
  server.close(); // the process ends when each request has its response
  setTimeout(() => stopping.abort(), 5_000).unref();
});

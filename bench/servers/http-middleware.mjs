import { createServer } from "@mswjs/http-middleware";
import { HttpResponse, http } from "msw";

createServer(
  http.post("*/plants", async ({ request }) => {
    const { name, tag } = await request.json();
    return HttpResponse.json({ name, tag });
  }),
).listen(Number(process.argv[2]), "127.0.0.1");

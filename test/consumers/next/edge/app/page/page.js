import { describeCalls } from "../../describe-calls.js";

/** In `next dev`, `fetch` makes the request of a page only after it has returned, from Next.js 15 on. */
export default async function Page({ searchParams }) {
  const { baseUrl } = await searchParams;
  return <pre>{JSON.stringify(await describeCalls([baseUrl].flat()))}</pre>;
}

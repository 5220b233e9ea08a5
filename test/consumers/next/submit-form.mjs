/** Sends the form of the page as a browser without JavaScript does. Returns the page that it gets. */
export async function submitForm(url, fields) {
  const page = await (await fetch(url)).text();
  const form = new FormData();
  for (const [, name, value = ""] of page.matchAll(/<input type="hidden" name="([^"]+)"(?: value="([^"]*)")?/g)) {
    form.set(name, value.replaceAll("&quot;", '"').replaceAll("&amp;", "&"));
  }
  for (const [name, value] of Object.entries(fields)) {
    form.set(name, value);
  }
  return (await fetch(url, { method: "POST", body: form })).text();
}

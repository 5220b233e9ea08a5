/** A Plant and an Error are small: a body beyond this is neither. */
const MAX_BODY_BYTES = 10 * 2 ** 20;

/** A body as text, and what keeps it from being taken for JSON. */
export interface BodyText {
  readonly text: string;
  readonly fault?: " of more than 10 MiB" | " that is not UTF-8";
}

const utf8 = /* @__PURE__ */ new TextDecoder("utf-8", { fatal: true });

/** Reads a body as text, up to `MAX_BODY_BYTES`, and lets go of the rest. */
export async function readText(response: Response): Promise<BodyText> {
  const reader = response.body?.getReader();
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for (;;) {
    const chunk = await reader?.read();
    if (!chunk?.value) {
      break;
    }
    chunks.push(chunk.value);
    size += chunk.value.byteLength;
    if (size > MAX_BODY_BYTES) {
      // Not awaited: how the rest ends is nobody's concern.
      reader?.cancel().catch(() => {});
      return { text: await new Blob(chunks).text(), fault: " of more than 10 MiB" };
    }
  }
  try {
    // Most often there is one, which needs no joining.
    return { text: utf8.decode(chunks[1] ? await new Blob(chunks).arrayBuffer() : chunks[0]) };
  } catch {
    return { text: await new Blob(chunks).text(), fault: " that is not UTF-8" };
  }
}

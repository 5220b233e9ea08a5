/** A Plant and an Error are small: a body beyond this is neither. */
const MAX_BODY_BYTES = 10 * 2 ** 20;

/** A body as text, and what keeps it from being taken for JSON. */
export interface BodyText {
  readonly text: string;
  readonly fault?: " of more than 10 MiB" | " that is not UTF-8";
}

/** Reads a body as text, up to `MAX_BODY_BYTES`, and lets go of the rest. */
export async function readText(response: Response): Promise<BodyText> {
  const reader = response.body?.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const chunk = await reader?.read();
    if (!chunk?.value) {
      return decodeText(await joined(chunks));
    }
    chunks.push(chunk.value);
    size += chunk.value.byteLength;
    if (size > MAX_BODY_BYTES) {
      // Not awaited: how the rest ends is nobody's concern.
      reader?.cancel().catch(() => {});
      return { text: lossy.decode(await joined(chunks)), fault: " of more than 10 MiB" };
    }
  }
}

const strict = /* @__PURE__ */ new TextDecoder("utf-8", { fatal: true });
const lossy = /* @__PURE__ */ new TextDecoder();

function decodeText(bytes: Uint8Array | ArrayBuffer): BodyText {
  try {
    return { text: strict.decode(bytes) };
  } catch {
    return { text: lossy.decode(bytes), fault: " that is not UTF-8" };
  }
}

async function joined(chunks: readonly Uint8Array[]): Promise<Uint8Array | ArrayBuffer> {
  return chunks.length === 1 && chunks[0] ? chunks[0] : new Blob(chunks as Uint8Array<ArrayBuffer>[]).arrayBuffer();
}

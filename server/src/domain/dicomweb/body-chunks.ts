/** A body in pieces: bytes that are there, and bytes that are read when their turn comes. */
export type BodyChunks = readonly (
  | Uint8Array
  | { readonly sizeBytes: number; readonly bytes: () => Promise<AsyncIterable<Uint8Array>> }
)[];

export function totalBytes(chunks: BodyChunks): number {
  return chunks.reduce((sum, chunk) => sum + chunkLength(chunk), 0);
}

function chunkLength(chunk: BodyChunks[number]): number {
  return chunk instanceof Uint8Array ? chunk.length : chunk.sizeBytes;
}

/** The pieces' bytes, one after the other; each is opened when its turn comes. */
export async function* streamChunks(chunks: BodyChunks): AsyncGenerator<Uint8Array> {
  for (const chunk of chunks) yield* readChunk(chunk);
}

async function* readChunk(chunk: BodyChunks[number]): AsyncGenerator<Uint8Array> {
  if (chunk instanceof Uint8Array) yield chunk;
  else yield* await chunk.bytes();
}

/** The same bytes; `close` comes after the last of them, or when nobody takes any more. */
export async function* closeAfter(
  bytes: AsyncIterable<Uint8Array>,
  close: () => Promise<void>,
): AsyncGenerator<Uint8Array> {
  try {
    yield* bytes;
  } finally {
    await close();
  }
}

/** The bytes of a range of the whole; pieces before and behind it are not opened. */
export async function* streamRange(chunks: BodyChunks, start: number, end: number): AsyncGenerator<Uint8Array> {
  let offset = 0;
  for (const chunk of chunks) {
    const first = offset;
    offset += chunkLength(chunk);
    if (offset <= start) continue;
    if (first >= end) return;
    yield* sliceStream(readChunk(chunk), start - first, end - first);
  }
}

async function* sliceStream(bytes: AsyncIterable<Uint8Array>, start: number, end: number): AsyncGenerator<Uint8Array> {
  let offset = 0;
  for await (const chunk of bytes) {
    const part = chunk.subarray(Math.max(0, start - offset), Math.max(0, end - offset));
    offset += chunk.length;
    if (part.length > 0) yield part;
    if (offset >= end) return;
  }
}

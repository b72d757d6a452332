/** A body in chunks: bytes in memory, and sources that are opened only when they are sent. */
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

/** Yields the bytes of all chunks in order. Opens each source only when it is reached. */
export async function* streamChunks(chunks: BodyChunks): AsyncGenerator<Uint8Array> {
  for (const chunk of chunks) yield* readChunk(chunk);
}

async function* readChunk(chunk: BodyChunks[number]): AsyncGenerator<Uint8Array> {
  if (chunk instanceof Uint8Array) yield chunk;
  else yield* await chunk.bytes();
}

/** Yields the same bytes, then calls `close`: after the last byte, or when the consumer stops early. */
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

/** Yields bytes `start` (inclusive) to `end` (exclusive) of the body. Sources outside the range are not opened. */
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

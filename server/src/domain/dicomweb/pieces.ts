/** A body in pieces: bytes that are there, and bytes that are read when their turn comes. */
export type Pieces = readonly (
  | Uint8Array
  | { readonly sizeBytes: number; readonly bytes: () => Promise<AsyncIterable<Uint8Array>> }
)[];

export function sizeOf(pieces: Pieces): number {
  return pieces.reduce((sum, piece) => sum + lengthOf(piece), 0);
}

function lengthOf(piece: Pieces[number]): number {
  return piece instanceof Uint8Array ? piece.length : piece.sizeBytes;
}

/** The pieces' bytes, one after the other; each is opened when its turn comes. */
export async function* inTurn(pieces: Pieces): AsyncGenerator<Uint8Array> {
  for (const piece of pieces) yield* bytesOf(piece);
}

async function* bytesOf(piece: Pieces[number]): AsyncGenerator<Uint8Array> {
  if (piece instanceof Uint8Array) yield piece;
  else yield* await piece.bytes();
}

/** The same bytes; `close` comes after the last of them, or when nobody takes any more. */
export async function* closing(
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
export async function* rangeOf(pieces: Pieces, start: number, end: number): AsyncGenerator<Uint8Array> {
  let offset = 0;
  for (const piece of pieces) {
    const first = offset;
    offset += lengthOf(piece);
    if (offset <= start) continue;
    if (first >= end) return;
    yield* cut(bytesOf(piece), start - first, end - first);
  }
}

async function* cut(bytes: AsyncIterable<Uint8Array>, start: number, end: number): AsyncGenerator<Uint8Array> {
  let offset = 0;
  for await (const piece of bytes) {
    const part = piece.subarray(Math.max(0, start - offset), Math.max(0, end - offset));
    offset += piece.length;
    if (part.length > 0) yield part;
    if (offset >= end) return;
  }
}

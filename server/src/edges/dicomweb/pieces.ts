/** A body in pieces: bytes that are there, and bytes that are read when their turn comes. */
export type Pieces = readonly (
  | Uint8Array
  | { readonly sizeBytes: number; readonly bytes: () => Promise<AsyncIterable<Uint8Array>> }
)[];

export function sizeOf(pieces: Pieces): number {
  return pieces.reduce((sum, piece) => sum + (piece instanceof Uint8Array ? piece.length : piece.sizeBytes), 0);
}

/** The pieces' bytes, one after the other; each is opened when its turn comes. */
export async function* inTurn(pieces: Pieces): AsyncGenerator<Uint8Array> {
  for (const piece of pieces) {
    if (piece instanceof Uint8Array) yield piece;
    else yield* await piece.bytes();
  }
}

import { deflateRawSync, inflateRawSync } from 'node:zlib';

// A thousand slices' metadata come to 5 MB; deflating and inflating them took a third of the time that reading them took.
const mostPlainBytes = 16_777_216;

/** A text while an exam is read. */
export interface HeldText {
  /** Of the text itself. */
  readonly plainBytes: number;
  /** As it is held. */
  readonly bytes: Buffer;
  readonly isDeflated: boolean;
}

/** A text as it is. */
export function inPlain(text: Buffer): HeldText {
  return { plainBytes: text.length, bytes: text, isDeflated: false };
}

/** The text in plain. */
export function plainOf({ bytes, isDeflated, plainBytes }: HeldText): Buffer {
  return isDeflated ? inflateRawSync(bytes, { maxOutputLength: plainBytes }) : bytes;
}

/** Holds the first texts in plain, and those behind 16 MiB deflated. */
export class TextShelf {
  #heldBytes = 0;

  /** What all texts take together. */
  get heldBytes(): number {
    return this.#heldBytes;
  }

  hold(text: HeldText): HeldText {
    const held = this.#heldBytes + text.bytes.length <= mostPlainBytes ? text : deflated(text);
    this.#heldBytes += held.bytes.length;
    return held;
  }
}

function deflated({ bytes, plainBytes }: HeldText): HeldText {
  return { plainBytes, bytes: deflateRawSync(bytes, { level: 1 }), isDeflated: true };
}

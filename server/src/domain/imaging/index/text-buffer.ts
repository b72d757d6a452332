import { deflateRawSync, inflateRawSync } from 'node:zlib';

// The metadata of a thousand slices are 5 MB. Deflating and inflating them took a third of the time of reading them.
const maxPlainBytes = 16_777_216;

/** A text in memory while an exam is indexed. */
export interface BufferedText {
  /** Length of the plain text. */
  readonly plainBytes: number;
  /** The bytes in memory, deflated or not. */
  readonly bytes: Buffer;
  readonly isDeflated: boolean;
}

/** Returns a plain text, not deflated. */
export function toBufferedText(text: Buffer): BufferedText {
  return { plainBytes: text.length, bytes: text, isDeflated: false };
}

/** Returns the plain text. */
export function inflateText({ bytes, isDeflated, plainBytes }: BufferedText): Buffer {
  return isDeflated ? inflateRawSync(bytes, { maxOutputLength: plainBytes }) : bytes;
}

/** Keeps the first 16 MiB of texts plain and deflates later ones. */
export class TextBuffer {
  #sizeBytes = 0;

  /** Bytes of all texts in memory. */
  get sizeBytes(): number {
    return this.#sizeBytes;
  }

  add(text: BufferedText): BufferedText {
    const buffered = this.#sizeBytes + text.bytes.length <= maxPlainBytes ? text : deflateText(text);
    this.#sizeBytes += buffered.bytes.length;
    return buffered;
  }
}

function deflateText({ bytes, plainBytes }: BufferedText): BufferedText {
  return { plainBytes, bytes: deflateRawSync(bytes, { level: 1 }), isDeflated: true };
}

const CHUNK = 4_096;

/** Decodes bytes as characters of the same code: for the default repertoire (ISO 646), UIDs and numbers. */
export function decodeAscii(bytes: Uint8Array, offset: number, length: number): string {
  const end = Math.min(offset + length, bytes.length);
  let text = '';
  // Reflect.apply: the spread operator first copies the characters into an array, at five times the cost
  for (let start = offset; start < end; start += CHUNK)
    text += Reflect.apply(String.fromCharCode, null, bytes.subarray(start, Math.min(start + CHUNK, end)));
  return text;
}

/** Returns whether no byte is beyond ISO 646, or an escape that switches character sets. */
export function isPlainAscii(bytes: Uint8Array): boolean {
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index];
    if (byte === undefined || byte >= 0x80 || byte === 0x1b) return false;
  }
  return true;
}

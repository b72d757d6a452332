const CHUNK = 4_096;

/** Bytes as characters of the same number: right for the default repertoire (ISO 646), UIDs and numbers. */
export function decodeAscii(bytes: Uint8Array, offset: number, length: number): string {
  const end = Math.min(offset + length, bytes.length);
  let text = '';
  // applied: spread out, the characters are gathered one by one in an array first, at five times the cost
  for (let start = offset; start < end; start += CHUNK)
    text += Reflect.apply(String.fromCharCode, null, bytes.subarray(start, Math.min(start + CHUNK, end)));
  return text;
}

/** Whether no byte goes beyond ISO 646, or switches sets by an escape. */
export function isPlainAscii(bytes: Uint8Array): boolean {
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index];
    if (byte === undefined || byte >= 0x80 || byte === 0x1b) return false;
  }
  return true;
}

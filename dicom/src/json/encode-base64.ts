const CHUNK = 0x8000;

/** Encodes bytes in base64 (RFC 4648), with functions that both browsers and Node have. */
export function encodeBase64(bytes: Uint8Array): string {
  let text = '';
  for (let start = 0; start < bytes.length; start += CHUNK)
    text += String.fromCharCode(...bytes.subarray(start, start + CHUNK));
  return btoa(text);
}

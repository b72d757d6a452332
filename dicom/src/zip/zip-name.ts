// The upper half of code page 437, the encoding of names not flagged as UTF-8 (APPNOTE appendix D).
const CP437 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0';

/**
 * Decodes a member's name: as UTF-8 if it is valid, flagged or not (macOS does not flag it), else as code page 437, in
 * which all bytes are valid.
 */
export function decodeName(bytes: Uint8Array): string {
  if (bytes.every((byte) => byte < 0x80)) return String.fromCharCode(...bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return Array.from(bytes, (byte) => (byte < 0x80 ? String.fromCharCode(byte) : CP437.charAt(byte - 0x80))).join('');
  }
}

/**
 * Returns whether a name leaves the folder of the archive on any system: absolute, with a drive letter, with `..`
 * between slashes or backslashes, or with a NUL at which some programs cut it.
 */
export function isPathTraversal(name: string): boolean {
  return /^[/\\]|^[A-Za-z]:|\0/.test(name) || name.split(/[/\\]/).includes('..');
}

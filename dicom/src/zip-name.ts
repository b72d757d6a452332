// The upper half of code page 437, in which names are written that do not say they are UTF-8 (APPNOTE appendix D).
const CP437 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0';

/**
 * A member's name as text. UTF-8 where it is valid UTF-8, flagged or not (macOS does not flag it), else code page 437,
 * in which any bytes are a name.
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
 * Whether a name leads out of the folder the archive is opened in, on any system: absolute, with a drive letter, with
 * `..` between slashes or backslashes, or with a NUL at which some programs cut it.
 */
export function isPathTraversal(name: string): boolean {
  return /^[/\\]|^[A-Za-z]:|\0/.test(name) || name.split(/[/\\]/).includes('..');
}

import { hasBytesAt } from './preamble.ts';

/** Signatures at byte 0 of files that a computer runs. */
const PROGRAMS: readonly (readonly number[])[] = [
  [0x4d, 0x5a], // MZ: DOS and Windows programs (PE)
  [0x7f, 0x45, 0x4c, 0x46], // ELF
  [0xfe, 0xed, 0xfa, 0xce], // Mach-O, 32 bits
  [0xfe, 0xed, 0xfa, 0xcf], // Mach-O, 64 bits
  [0xce, 0xfa, 0xed, 0xfe], // Mach-O, the other byte order
  [0xcf, 0xfa, 0xed, 0xfe],
  [0xca, 0xfe, 0xba, 0xbe], // Mach-O for several processors, and Java classes
  [0xca, 0xfe, 0xba, 0xbf],
  [0x4c, 0x00, 0x00, 0x00, 0x01, 0x14, 0x02, 0x00], // Windows shortcut (MS-SHLLINK 2.1)
  [0x00, 0x61, 0x73, 0x6d], // WebAssembly
  [0x64, 0x65, 0x78, 0x0a], // Android (DEX)
];

/** Signatures of archives and disk images, whose members are not inspected. */
const ARCHIVES: readonly (readonly number[])[] = [
  [0x52, 0x61, 0x72, 0x21, 0x1a, 0x07], // RAR
  [0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c], // 7z
  [0x1f, 0x8b], // gzip
  [0x42, 0x5a, 0x68], // bzip2
  [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00], // xz
  [0x4d, 0x53, 0x43, 0x46], // cabinet
  [0x49, 0x54, 0x53, 0x46], // compiled help
];
const TAR_OFFSET = 257;
const TAR = [0x75, 0x73, 0x74, 0x61, 0x72];
const ISO_OFFSET = 32_769;
const ISO = [0x43, 0x44, 0x30, 0x30, 0x31];

const UTF16_LITTLE = [0xff, 0xfe];
const UTF16_BIG = [0xfe, 0xff];

/** Beginnings and statements of scripts, and of text files that start something when they are opened. */
const SCRIPTS: readonly RegExp[] = [
  /^#!/,
  /^\s*(?:<!--[\s\S]{0,4096}?-->\s*)?<(?:!doctype\s+html|html|head|body|script|svg|hta:|job\b|package\b|\?php|%)/i,
  /<script\b/i,
  /^\s*(?:@echo\b|@?rem\s|@?setlocal\b|@?start\s+["/\w]|@?cmd\b|@?powershell\b)/i,
  /^\s*\[(?:autorun|internetshortcut)\]/im,
  /^(?:Windows Registry Editor|REGEDIT4)/,
  /\b(?:WScript\.|CreateObject\s*\(|ActiveXObject\b|Invoke-Expression\b|Invoke-WebRequest\b|DownloadString\b|Start-Process\b)/i,
  /\bNew-Object\s+[\w.]*(?:Net|IO|COM|Shell)/i,
];

/** What a file is besides an image or a document, by its content. */
export type ExecutableKind = 'program' | 'script' | 'archive';

/**
 * Detects a program, a script or an archive from the first bytes of a file (`SNIFF_BYTES`, fewer if it is shorter),
 * regardless of its name. Returns null for anything else, and for ZIP, whose directory tells more. Never throws.
 */
export function sniffExecutable(prefix: Uint8Array): ExecutableKind | null {
  if (PROGRAMS.some((signature) => hasBytesAt(prefix, 0, signature))) return 'program';
  if (ARCHIVES.some((signature) => hasBytesAt(prefix, 0, signature))) return 'archive';
  if (hasBytesAt(prefix, TAR_OFFSET, TAR) || hasBytesAt(prefix, ISO_OFFSET, ISO)) return 'archive';
  const text = decodeText(prefix);
  return text !== null && SCRIPTS.some((pattern) => pattern.test(text)) ? 'script' : null;
}

/** Decodes bytes that look like text; null if they contain NUL. */
function decodeText(prefix: Uint8Array): string | null {
  if (hasBytesAt(prefix, 0, UTF16_LITTLE)) return new TextDecoder('utf-16le').decode(prefix);
  if (hasBytesAt(prefix, 0, UTF16_BIG)) return new TextDecoder('utf-16be').decode(prefix);
  return prefix.includes(0) ? null : new TextDecoder('utf-8').decode(prefix);
}

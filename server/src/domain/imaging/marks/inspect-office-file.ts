import type { FileMark } from '@medcloud/contract/choices';
import { type RandomAccess, readZipIndex, ZipFault } from '@medcloud/dicom';

// MS-CFB 2.2.
const compoundSignature = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
// MS-CFB 2.6.1: names of directory entries are UTF-16. MS-OVBA 2.3.4.1; MS-OLEDS 2.3.6.
const activeEntries = ['_VBA_PROJECT', 'Ole10Native'].map((name) => Buffer.from(name, 'utf16le'));
// The class {000C1084-0000-0000-C000-000000000046} of a Windows installer.
const installerClass = Buffer.from('84100c0000000000c000000000000046', 'hex');

/** Members of ZIP based documents (ECMA-376, ODF) that hold macros, controls or embedded objects. */
const activeMember = /(?:^|\/)(?:vbaProject\.bin|activeX\/|embeddings\/[^/]+\.bin|macrosheets\/)|^(?:Basic|Scripts)\//i;
const programMember = /^(?:META-INF\/MANIFEST\.MF|AndroidManifest\.xml)$/;
const documentMember = /^(?:\[Content_Types\]\.xml|mimetype)$/;

/** Returns whether the first bytes are those of a compound file, such as a Word document of 1997 to 2003. */
export function isCompoundFile(prefix: Uint8Array): boolean {
  return compoundSignature.equals(prefix.subarray(0, compoundSignature.length));
}

/** Inspects a compound file: macros and embedded objects, or an installer. Null for a plain document. */
export function inspectCompoundFile(bytes: Uint8Array): FileMark | null {
  const plain = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  if (plain.includes(installerClass)) return 'program';
  return activeEntries.some((entry) => plain.includes(entry)) ? 'active-document' : null;
}

/** Inspects a ZIP within an exam by the names of its members: a program, a document, or an archive. */
export async function inspectZip(access: RandomAccess): Promise<FileMark | null> {
  try {
    const { entries } = await readZipIndex(access);
    const has = (pattern: RegExp) => entries.some(({ name }) => pattern.test(name));
    if (has(programMember)) return 'program';
    if (has(activeMember)) return 'active-document';
    return has(documentMember) ? null : 'archive';
  } catch (error) {
    if (error instanceof ZipFault) return 'archive';
    throw error;
  }
}

import { explicitLittleEndian } from './element-header.ts';
import { findHeaderless, parseLeadingElements, uidOf } from './headerless.ts';
import { hasBytesAt, isAllowedPreamble, PREAMBLE_BYTES } from './preamble.ts';

/** What a file is by its content, whatever its name says. */
export type SniffedContent = 'dicom' | 'zip' | 'unknown';

/** Bytes from the start of a file that `sniffContent` wants: 64 KB, or the whole file where it is shorter. */
export const SNIFF_BYTES = 65_536;

const DICM = [0x44, 0x49, 0x43, 0x4d];
const ZIP_MEMBER = [0x50, 0x4b, 0x03, 0x04];
const EMPTY_ZIP = [0x50, 0x4b, 0x05, 0x06];

// PS3.6 table A-1: Media Storage Directory Storage, the SOP class of a DICOMDIR.
const MEDIA_DIRECTORY = '1.2.840.10008.1.3.10';
const MEDIA_STORAGE_SOP_CLASS = 0x00020002;

/**
 * Says from the first bytes of a file (`SNIFF_BYTES`, less where the file is shorter) what it is: `dicom` with `DICM`
 * after an allowed preamble (PS3.10 7.1) or a parsable data set without one; `zip` by the signature of a member or of an
 * empty archive at byte 0; else `unknown`. Never throws.
 */
export function sniffContent(prefix: Uint8Array): SniffedContent {
  // ZIP goes first: a file with both marks is a ZIP to every other program.
  if (hasBytesAt(prefix, 0, ZIP_MEMBER) || hasBytesAt(prefix, 0, EMPTY_ZIP)) return 'zip';
  if (hasDicomPrefix(prefix)) return isAllowedPreamble(prefix.subarray(0, PREAMBLE_BYTES)) ? 'dicom' : 'unknown';
  return findHeaderless(prefix) ? 'dicom' : 'unknown';
}

/** Whether the file is a DICOMDIR: DICOM by form, and no instance of anybody. Takes the same bytes as `sniffContent`. */
export function isMediaDirectory(prefix: Uint8Array): boolean {
  const start = hasDicomPrefix(prefix) ? PREAMBLE_BYTES + DICM.length : 0;
  for (const element of parseLeadingElements(prefix, start, explicitLittleEndian)) {
    if (element.tag === MEDIA_STORAGE_SOP_CLASS) return uidOf(prefix, element) === MEDIA_DIRECTORY;
  }
  return false;
}

function hasDicomPrefix(prefix: Uint8Array): boolean {
  return hasBytesAt(prefix, PREAMBLE_BYTES, DICM);
}

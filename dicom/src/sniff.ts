import { explicitLittleEndian } from './element-header.ts';
import { findHeaderless, parseLeadingElements, uidOf } from './headerless.ts';
import { DICM_BYTES, hasBytesAt, hasDicomPrefix, isAllowedPreamble, PREAMBLE_BYTES } from './preamble.ts';

/** A file's content, regardless of its name. */
export type SniffedContent = 'dicom' | 'zip' | 'unknown';

/** Bytes from the start of a file for `sniffContent`: 64 KB, or the complete file if it is shorter. */
export const SNIFF_BYTES = 65_536;

const ZIP_MEMBER = [0x50, 0x4b, 0x03, 0x04];
const EMPTY_ZIP = [0x50, 0x4b, 0x05, 0x06];

// PS3.6 table A-1: Media Storage Directory Storage, the SOP class of a DICOMDIR.
const MEDIA_DIRECTORY = '1.2.840.10008.1.3.10';
const MEDIA_STORAGE_SOP_CLASS = 0x00020002;

/**
 * Detects the content from the first bytes of a file (`SNIFF_BYTES`, fewer if it is shorter). `dicom`: `DICM` after an
 * allowed preamble (PS3.10 7.1), or a valid data set without one. `zip`: the signature of a member or of an empty
 * archive at byte 0. Else `unknown`. Never throws.
 */
export function sniffContent(prefix: Uint8Array): SniffedContent {
  // ZIP takes precedence: other programs open a file with both signatures as a ZIP.
  if (hasBytesAt(prefix, 0, ZIP_MEMBER) || hasBytesAt(prefix, 0, EMPTY_ZIP)) return 'zip';
  if (hasDicomPrefix(prefix)) return isAllowedPreamble(prefix.subarray(0, PREAMBLE_BYTES)) ? 'dicom' : 'unknown';
  return findHeaderless(prefix) ? 'dicom' : 'unknown';
}

/** Returns whether the file is a DICOMDIR: DICOM, but not an instance. Takes the same bytes as `sniffContent`. */
export function isMediaDirectory(prefix: Uint8Array): boolean {
  const start = hasDicomPrefix(prefix) ? PREAMBLE_BYTES + DICM_BYTES : 0;
  for (const element of parseLeadingElements(prefix, start, explicitLittleEndian)) {
    if (element.tag === MEDIA_STORAGE_SOP_CLASS) return uidOf(prefix, element) === MEDIA_DIRECTORY;
  }
  return false;
}

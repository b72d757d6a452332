import { hasBytesAt } from './preamble.ts';

/*
 * Documents that are not DICOM. Their kind is detected by their first bytes, never by a name; their completeness by
 * their last bytes. PDF (ISO 32000-2, 7.5), JPEG (ITU-T T.81, B.1), PNG (ISO/IEC 15948, 5).
 */

export type DocumentKind = 'pdf' | 'jpg' | 'png';

/** Columns and rows of an image. */
export interface ImageExtent {
  readonly columns: number;
  readonly rows: number;
}

/**
 * Bytes from a document's end for `isCompleteDocument`: a ZIP's end record with the longest comment, or the complete
 * file.
 */
export const DOCUMENT_TAIL_BYTES = 65_557;

const PDF = [0x25, 0x50, 0x44, 0x46, 0x2d]; // %PDF-
const JPEG = [0xff, 0xd8, 0xff];
const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const IHDR = [0x00, 0x00, 0x00, 0x0d, 0x49, 0x48, 0x44, 0x52];
const IEND = [0x00, 0x00, 0x00, 0x00, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82];
const ZIP_END = [0x50, 0x4b, 0x05, 0x06];
const DICM = [0x44, 0x49, 0x43, 0x4d];

/**
 * Detects the kind of document from a file's first bytes; null for none. The signature must be at byte 0, where
 * programs write it. Some readers accept a PDF after other bytes, but such a file could be two formats at once. The
 * same applies to `DICM` at 128.
 */
export function sniffDocument(prefix: Uint8Array): DocumentKind | null {
  if (hasBytesAt(prefix, 128, DICM)) return null;
  if (hasBytesAt(prefix, 0, PDF)) return 'pdf';
  if (hasBytesAt(prefix, 0, PNG) && hasBytesAt(prefix, 8, IHDR)) return 'png';
  return hasBytesAt(prefix, 0, JPEG) ? 'jpg' : null;
}

/** Returns the declared size of an image, if its first bytes contain it; else null. */
export function extentOf(kind: DocumentKind, prefix: Uint8Array): ImageExtent | null {
  const view = new DataView(prefix.buffer, prefix.byteOffset, prefix.byteLength);
  if (kind === 'png') return prefix.length < 24 ? null : { columns: view.getUint32(16), rows: view.getUint32(20) };
  return kind === 'jpg' ? jpegExtent(view) : null;
}

/** Reads the segments up to the frame header, SOF0 to SOF15 (T.81 B.2.2). */
function jpegExtent(view: DataView): ImageExtent | null {
  for (let offset = 2; offset + 9 <= view.byteLength; ) {
    if (view.getUint8(offset) !== 0xff) return null;
    const marker = view.getUint8(offset + 1);
    if (marker === 0xff)
      offset += 1; // a fill byte
    else if (isFrameHeader(marker)) return { rows: view.getUint16(offset + 5), columns: view.getUint16(offset + 7) };
    else offset += 2 + view.getUint16(offset + 2);
  }
  return null;
}

/** Three markers of the range are other tables: DHT, JPG and DAC. */
function isFrameHeader(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}

/**
 * Returns whether a document's last bytes are a valid end. A PDF has its end mark within the last 1,024 bytes (where
 * readers look for it). A PNG has its last chunk and nothing after it. A JPEG has an end of image; cameras write their
 * own data after it. Returns false too if a ZIP ends there: then the file is two formats.
 */
export function isCompleteDocument(kind: DocumentKind, tail: Uint8Array): boolean {
  if (indexOf(tail, ZIP_END, 0) >= 0) return false;
  switch (kind) {
    case 'pdf':
      return indexOf(tail, [0x25, 0x25, 0x45, 0x4f, 0x46], Math.max(0, tail.length - 1_024)) >= 0; // %%EOF
    case 'png':
      return tail.length >= IEND.length && hasBytesAt(tail, tail.length - IEND.length, IEND);
    case 'jpg':
      return indexOf(tail, [0xff, 0xd9], 0) >= 0;
  }
}

function indexOf(bytes: Uint8Array, pattern: readonly number[], from: number): number {
  for (let offset = from; offset + pattern.length <= bytes.length; offset += 1)
    if (hasBytesAt(bytes, offset, pattern)) return offset;
  return -1;
}

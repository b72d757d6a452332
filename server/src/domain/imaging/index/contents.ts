import { gunzipSync, gzipSync } from 'node:zlib';
import { fileMarks } from '@medcloud/contract/choices';
import * as z from 'zod';

/** Where a file of the download of an exam lies in the original. Its length there is `sizeBytes`. */
const position = z.object({
  method: z.enum(['stored', 'deflated']),
  dataOffset: z.number(),
  compressedSize: z.number(),
  /** Of the file as it is downloaded; null for an exam of one file, which is computed then. */
  crc32: z.number().nullable(),
  /** The preamble is downloaded as zeros. */
  clearsPreamble: z.boolean(),
});

const contentsEntry = z.object({
  name: z.string(),
  sizeBytes: z.number(),
  /** `duplicate`: another file contains the same instance. */
  kind: z.enum(['instance', 'duplicate', 'unreadable', 'other']),
  instanceUid: z.string().optional(),
  mark: z.enum(fileMarks).optional(),
  /** Only of DICOM files and plain documents, marked at most for their names, which are not those of the download. */
  position: position.optional(),
  /** Of a file with a position. Absent in lists of earlier versions. */
  content: z.enum(['dcm', 'pdf', 'jpg', 'png']).optional(),
});
const contents = z.object({ files: z.array(contentsEntry) });

/** What indexing found about one file of an exam. */
export type ContentsEntry = Readonly<z.infer<typeof contentsEntry>>;

// at most 20,000 files, each name at most 65,535 bytes and usually a few hundred
const maxBytes = 268_435_456;

/** Encodes the list of an exam's files as gzipped JSON. */
export function encodeContents(files: readonly ContentsEntry[]): Buffer {
  return gzipSync(JSON.stringify({ files }));
}

/** Decodes a stored list. */
export function decodeContents(encoded: Uint8Array): ContentsEntry[] {
  const plain = gunzipSync(encoded, { maxOutputLength: maxBytes });
  return contents.parse(JSON.parse(plain.toString('utf8'))).files;
}

import { gunzipSync, gzipSync } from 'node:zlib';
import * as z from 'zod';

const contentsEntry = z.object({
  name: z.string(),
  sizeBytes: z.number(),
  /** `duplicate`: another file contains the same instance. */
  kind: z.enum(['instance', 'duplicate', 'unreadable', 'other']),
  instanceUid: z.string().optional(),
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

import { gunzipSync, gzipSync } from 'node:zlib';
import * as z from 'zod';

const contentsEntry = z.object({
  name: z.string(),
  sizeBytes: z.number(),
  /** `duplicate`: another file has the same instance. */
  kind: z.enum(['instance', 'duplicate', 'unreadable', 'other']),
  instanceUid: z.string().optional(),
});
const contents = z.object({ files: z.array(contentsEntry) });

/** What was found of one file of an exam. */
export type ContentsEntry = Readonly<z.infer<typeof contentsEntry>>;

// 20,000 files at most, each name 65,535 bytes at most and a few hundred as a rule
const maxBytes = 268_435_456;

/** The list of an exam's files, as it is kept: gzipped JSON. */
export function encodeContents(files: readonly ContentsEntry[]): Buffer {
  return gzipSync(JSON.stringify({ files }));
}

/** The kept list, read back. */
export function decodeContents(encoded: Uint8Array): ContentsEntry[] {
  const plain = gunzipSync(encoded, { maxOutputLength: maxBytes });
  return contents.parse(JSON.parse(plain.toString('utf8'))).files;
}

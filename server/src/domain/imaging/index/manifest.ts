import * as z from 'zod';
import { BlobError } from '../../../platform/blobs/blob-error.ts';

/*
 * A series' manifest, one sealed object (docs/decisions/009):
 *
 *   header    64 bytes, big-endian: magic 'MCSERIES', version u32, instances u32, then four u64: where the index begins
 *             and its length, where the metadata begin and their length; then the metadata's length when inflated, u64
 *   index     gzip of JSON, `SeriesIndex`: where every instance and every frame lies in the original
 *   metadata  gzip of the JSON array that WADO-RS answers as a series' metadata (PS3.18 10.4), ready to be sent
 *
 * Instances stand in both in the order in which they are looked at: by place along the scan, else by number.
 */

const magic = 'MCSERIES';
const version = 1;
export const manifestHeaderBytes = 64;

/** Where the parts of a manifest lie, in bytes from its start. */
export interface ManifestLayout {
  readonly instances: number;
  readonly index: { readonly start: number; readonly end: number };
  readonly metadata: { readonly start: number; readonly end: number };
  /** Of the metadata, inflated. */
  readonly metadataBytes: number;
}

const frameTable = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('even'), offset: z.number(), length: z.number(), count: z.number() }),
  z.object({ kind: z.literal('listed'), frames: z.array(z.array(z.number())) }),
]);

const instance = z.object({
  uid: z.string(),
  sopClass: z.string(),
  number: z.number().nullable(),
  transferSyntax: z.string(),
  /** Where its bytes lie in the original, and what they are packed as. */
  method: z.enum(['stored', 'deflated']),
  dataOffset: z.number(),
  compressedSize: z.number(),
  size: z.number(),
  crc32: z.number().nullable(),
  rows: z.number().nullable(),
  columns: z.number().nullable(),
  /** (0028,0008) and (0028,0100), as written: a file may hold fewer frames than it says. Earlier manifests have neither. */
  numberOfFrames: z.number().nullable().default(null),
  bitsAllocated: z.number().nullable().default(null),
  /** (0020,0032) and (0020,0037), where it has them. */
  position: z.array(z.number()).nullable(),
  orientation: z.array(z.number()).nullable(),
  frames: frameTable,
  /** Of a data set that is deflated itself (PS3.5 A.5): where it begins; frames are counted in what it inflates to. */
  deflatedFrom: z.number().nullable(),
  /** The file ends before it should. */
  isTruncated: z.boolean(),
  /** Where its metadata stand in the inflated array: first byte and length. */
  metadata: z.tuple([z.number(), z.number()]),
});
export type ManifestInstance = z.infer<typeof instance>;

export const seriesIndex = z.object({
  studyUid: z.string(),
  seriesUid: z.string(),
  instances: z.array(instance),
});
export type SeriesIndex = z.infer<typeof seriesIndex>;

/** The header of a manifest whose parts follow each other. */
export function encodeManifestHeader(
  instances: number,
  indexBytes: number,
  metadataGzip: number,
  metadataBytes: number,
): Buffer {
  const header = Buffer.alloc(manifestHeaderBytes);
  header.write(magic, 0, 'latin1');
  header.writeUInt32BE(version, 8);
  header.writeUInt32BE(instances, 12);
  const numbers = [manifestHeaderBytes, indexBytes, manifestHeaderBytes + indexBytes, metadataGzip, metadataBytes];
  for (const [fieldIndex, number] of numbers.entries()) header.writeBigUInt64BE(BigInt(number), 16 + 8 * fieldIndex);
  return header;
}

/** Where the parts lie, by the first 64 bytes. `corrupt` where these are no manifest's. */
export function parseManifestHeader(header: Buffer): ManifestLayout {
  const isManifest = header.length >= manifestHeaderBytes && header.toString('latin1', 0, 8) === magic;
  if (!isManifest || header.readUInt32BE(8) !== version) throw new BlobError('corrupt');
  const number = (fieldIndex: number) => Number(header.readBigUInt64BE(16 + 8 * fieldIndex));
  return {
    instances: header.readUInt32BE(12),
    index: { start: number(0), end: number(0) + number(1) },
    metadata: { start: number(2), end: number(2) + number(3) },
    metadataBytes: number(4),
  };
}

import * as z from 'zod';
import { BlobError } from '../../../platform/blobs/blob-error.ts';

/*
 * A series' manifest, one encrypted object (docs/decisions/009):
 *
 *   header    64 bytes, big-endian: magic 'MCSERIES', version u32, instances u32, then four u64: offset and length of
 *             the index, offset and length of the metadata; then the length of the inflated metadata, u64
 *   index     gzip of JSON, `SeriesIndex`: the position of every instance and every frame in the original
 *   metadata  gzip of the JSON array that WADO-RS returns as a series' metadata (PS3.18 10.4), ready to be sent
 *
 * Instances are in display order in both: by position along the scan, else by number.
 */

const magic = 'MCSERIES';
const version = 1;
export const manifestHeaderBytes = 64;

/** Positions of a manifest's parts, in bytes from its start. */
export interface ManifestLayout {
  readonly instances: number;
  readonly index: { readonly start: number; readonly end: number };
  readonly metadata: { readonly start: number; readonly end: number };
  /** Length of the inflated metadata. */
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
  /** How its bytes are packed, and their position in the original. */
  method: z.enum(['stored', 'deflated']),
  dataOffset: z.number(),
  compressedSize: z.number(),
  size: z.number(),
  crc32: z.number().nullable(),
  rows: z.number().nullable(),
  columns: z.number().nullable(),
  /**
   * (0028,0008) and (0028,0100), as written: a file may contain fewer frames than it declares. Earlier manifests lack
   * both.
   */
  numberOfFrames: z.number().nullable().default(null),
  bitsAllocated: z.number().nullable().default(null),
  /** (0020,0032) and (0020,0037), if present. */
  position: z.array(z.number()).nullable(),
  orientation: z.array(z.number()).nullable(),
  frames: frameTable,
  /** Offset of a data set that is deflated itself (PS3.5 A.5); frame offsets count in the inflated data set. */
  deflatedFrom: z.number().nullable(),
  /** The file ends too early. */
  isTruncated: z.boolean(),
  /** Position of its metadata in the inflated array: first byte and length. */
  metadata: z.tuple([z.number(), z.number()]),
});
export type ManifestInstance = z.infer<typeof instance>;

export const seriesIndex = z.object({
  studyUid: z.string(),
  seriesUid: z.string(),
  instances: z.array(instance),
});
export type SeriesIndex = z.infer<typeof seriesIndex>;

/** Encodes the header of a manifest whose parts follow one another. */
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

/** Parses the first 64 bytes of a manifest. Throws `corrupt` if they are not a manifest header. */
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

import * as z from 'zod';
import { BlobError } from '../../../platform/blobs/blob-error.ts';
import type { ObjectKey } from '../../../platform/blobs/container.ts';
import type { EncryptedStore } from '../../../platform/blobs/encrypted-store.ts';

/*
 * Rendered images of an exam, one encrypted object (docs/decisions/046): the images, one after the other. Then a table
 * as JSON, `[[key, offset, length], …]`. Then 16 bytes: magic 'MCRENDER', version u32 and length of the table u32, both
 * big-endian.
 */

const magic = 'MCRENDER';
const version = 1;
const trailerBytes = 16;

const table = z.array(z.tuple([z.string(), z.number(), z.number()]));

/** Positions of the images in their object, by key. */
export type ImageRanges = ReadonlyMap<string, { readonly start: number; readonly end: number }>;

/** Returns the chunks of a container, in order. */
export function encodeContainer(images: ReadonlyMap<string, Buffer>): Buffer[] {
  const rows: z.infer<typeof table> = [];
  let offset = 0;
  for (const [key, { length }] of images) {
    rows.push([key, offset, length]);
    offset += length;
  }
  const json = Buffer.from(JSON.stringify(rows));
  const trailer = Buffer.alloc(trailerBytes);
  trailer.write(magic, 0, 'latin1');
  trailer.writeUInt32BE(version, 8);
  trailer.writeUInt32BE(json.length, 12);
  return [...images.values(), json, trailer];
}

/** Reads the table of a container. Throws `corrupt` if the object is none, else as `EncryptedStore.open` does. */
export async function readImageRanges(objects: EncryptedStore, objectKey: ObjectKey): Promise<ImageRanges> {
  const object = await objects.open(objectKey);
  try {
    const end = object.sizeBytes - trailerBytes;
    const trailer = await object.bytes({ start: end });
    if (trailer.toString('latin1', 0, 8) !== magic || trailer.readUInt32BE(8) !== version)
      throw new BlobError('corrupt');
    const json = await object.bytes({ start: end - trailer.readUInt32BE(12), end });
    const rows = table.parse(JSON.parse(json.toString('utf8')));
    return new Map(rows.map(([key, start, length]) => [key, { start, end: start + length }]));
  } finally {
    await object.close();
  }
}

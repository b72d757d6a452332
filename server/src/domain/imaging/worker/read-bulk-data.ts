import { inflateRawSync } from 'node:zlib';
import { bytesOf, type DataSet, type RandomAccess, readHeadFrom } from '@medcloud/dicom';
import type { ManifestInstance } from '../index/manifest.ts';
import { openMemberUnchecked } from '../members/member-access.ts';

const maxInflatedBytes = 268_435_456;
const tagPattern = /^[0-9A-F]{8}$/;

/**
 * Reads the binary value of an address in the metadata. `path` is the part after `bulkdata/`: a tag, or within items
 * alternating tags and item numbers (`00081140/1/00091002`). Returns null if it does not exist. Pixel data are read by
 * frames instead.
 */
export async function readBulkData(
  original: RandomAccess,
  instance: ManifestInstance,
  path: string,
): Promise<Uint8Array | null> {
  const access = await openMemberUnchecked(original, { name: '', ...instance });
  const { dataSet } = await readHeadFrom(access, (deflated) =>
    inflateRawSync(deflated, { maxOutputLength: maxInflatedBytes }),
  );
  return findValue(dataSet, path.split('/'));
}

function findValue(dataSet: DataSet, [tag = '', place, ...rest]: readonly string[]): Uint8Array | null {
  const element = tagPattern.test(tag) ? dataSet.elements.get(Number.parseInt(tag, 16)) : undefined;
  if (element === undefined) return null;
  // a copy: only the value is kept and sent, not the file around it
  if (place === undefined) return element.items ? null : Uint8Array.from(bytesOf(dataSet, element));
  const item = element.items?.[Number(place) - 1];
  return item === undefined ? null : findValue(item, rest);
}

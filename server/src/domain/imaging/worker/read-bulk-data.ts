import { inflateRawSync } from 'node:zlib';
import { bytesOf, type DataSet, type RandomAccess, readHeadFrom } from '@medcloud/dicom';
import type { ManifestInstance } from '../index/manifest.ts';
import { openMemberUnchecked } from '../index/member-access.ts';

const maxInflatedBytes = 268_435_456;
const tagPattern = /^[0-9A-F]{8}$/;

/**
 * The binary value behind an address of the metadata, by what follows `bulkdata/`: a tag, or within items tags and places
 * in turn (`00081140/1/00091002`). Null where there is none such. Pixel data are not among them: they are read by frames.
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
  // a copy: the value alone is kept and sent on, not the file around it
  if (place === undefined) return element.items ? null : Uint8Array.from(bytesOf(dataSet, element));
  const item = element.items?.[Number(place) - 1];
  return item === undefined ? null : findValue(item, rest);
}

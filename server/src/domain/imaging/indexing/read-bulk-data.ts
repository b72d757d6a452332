import { inflateRawSync } from 'node:zlib';
import { bytesOf, type DataSet, type RandomAccess, readHeadOf } from '@medcloud/dicom';
import type { ManifestInstance } from '../manifest.ts';
import { openMemberUnchecked } from './member-access.ts';

const mostInflatedBytes = 268_435_456;
const tagText = /^[0-9A-F]{8}$/;

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
  const { dataSet } = await readHeadOf(access, (deflated) =>
    inflateRawSync(deflated, { maxOutputLength: mostInflatedBytes }),
  );
  return valueAt(dataSet, path.split('/'));
}

function valueAt(dataSet: DataSet, [tag = '', place, ...rest]: readonly string[]): Uint8Array | null {
  const element = tagText.test(tag) ? dataSet.elements.get(Number.parseInt(tag, 16)) : undefined;
  if (element === undefined) return null;
  // a copy: the value alone is kept and sent on, not the file around it
  if (place === undefined) return element.items ? null : Uint8Array.from(bytesOf(dataSet, element));
  const item = element.items?.[Number(place) - 1];
  return item === undefined ? null : valueAt(item, rest);
}

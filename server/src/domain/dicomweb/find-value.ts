import { inflateRawSync } from 'node:zlib';
import { type DataSet, type RandomAccess, readHeadOf } from '@medcloud/dicom';

/** Where a binary value lies in its file; or its bytes, of a data set that is deflated itself. */
export type FoundValue = { readonly start: number; readonly end: number } | { readonly bytes: Uint8Array };

// as the ingest reads it
const mostInflatedBytes = 268_435_456;

/** The value at a path of the metadata's BulkDataURI: `00091002`, or `00081140/1/00091002` within an item; null where there is none. */
export async function findValue(file: RandomAccess, path: string, isDeflated: boolean): Promise<FoundValue | null> {
  const { dataSet } = await readHeadOf(file, (deflated) =>
    inflateRawSync(deflated, { maxOutputLength: mostInflatedBytes }),
  );
  const place = placeOf(dataSet, path.split('/'));
  if (place === null) return null;
  const { start, end } = place;
  return isDeflated ? { bytes: dataSet.bytes.subarray(start, end) } : place;
}

function placeOf(
  dataSet: DataSet,
  [tag = '', item, ...rest]: readonly string[],
): { start: number; end: number } | null {
  const element = /^[0-9A-Fa-f]{8}$/.test(tag) ? dataSet.elements.get(Number.parseInt(tag, 16)) : undefined;
  if (element === undefined) return null;
  if (item !== undefined) {
    const within = /^[1-9]\d{0,8}$/.test(item) ? element.items?.[Number(item) - 1] : undefined;
    return within === undefined || rest.length === 0 ? null : placeOf(within, rest);
  }
  if (element.items !== undefined || element.length >= 0xffffffff) return null;
  return { start: element.valueOffset, end: element.valueOffset + element.length };
}

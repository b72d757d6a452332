import type { DataSet, DicomElement } from '../reader/data-set.ts';
import { binaryNumbersOf, bytesOf, isBinaryNumber, isText, tagsOf, textsOf } from '../reader/values.ts';
import { encodeBase64 } from './encode-base64.ts';
import { type PersonName, parsePersonName } from './person-name.ts';

/** A value of the DICOM JSON model (PS3.18 F.2.2 to F.2.7). */
export type DicomJsonValue = string | number | null | PersonName | DicomJson;

export interface DicomJsonElement {
  readonly vr: string;
  readonly Value?: readonly DicomJsonValue[];
  readonly InlineBinary?: string;
  readonly BulkDataURI?: string;
}

/** A data set by tag in eight hexadecimal digits, ascending. */
export interface DicomJson {
  readonly [tag: string]: DicomJsonElement;
}

/** Returns the address of a binary value, or `undefined` to include it inline. */
export type BulkDataAddress = (path: string, element: DicomElement) => string | undefined;

/**
 * Converts a data set to the DICOM JSON model (PS3.18 annex F). Calls `addressOf` for each binary value with its path:
 * `00091002`, or `00081140/1/00091002` within an item, counted from 1.
 */
export function toDicomJson(dataSet: DataSet, addressOf: BulkDataAddress = () => undefined, path = ''): DicomJson {
  const json: Record<string, DicomJsonElement> = {};
  for (const element of [...dataSet.elements.values()].sort((one, other) => one.tag - other.tag)) {
    const tag = tagName(element.tag);
    json[tag] = toElementJson(dataSet, element, addressOf, path + tag);
  }
  return json;
}

/** Returns a tag in eight upper-case hexadecimal digits. */
export function tagName(tag: number): string {
  return tag.toString(16).toUpperCase().padStart(8, '0');
}

function toElementJson(
  dataSet: DataSet,
  element: DicomElement,
  addressOf: BulkDataAddress,
  path: string,
): DicomJsonElement {
  const { vr } = element;
  if (element.items)
    return withValues(
      vr,
      element.items.map((item, index) => toDicomJson(item, addressOf, `${path}/${index + 1}/`)),
    );
  if (element.length === 0) return { vr };
  if (isText(vr))
    return withValues(
      vr,
      textsOf(dataSet, element).map((text) => toTextValue(vr, text)),
    );
  if (isBinaryNumber(vr)) return withValues(vr, binaryNumbersOf(dataSet, element).map(toNumberValue));
  if (vr === 'AT') return withValues(vr, tagsOf(dataSet, element).map(tagName));
  const address = addressOf(path, element);
  return address === undefined
    ? { vr, InlineBinary: encodeBase64(bytesOf(dataSet, element)) }
    : { vr, BulkDataURI: address };
}

function withValues(vr: string, values: readonly DicomJsonValue[]): DicomJsonElement {
  return values.length === 0 ? { vr } : { vr, Value: values };
}

function toTextValue(vr: string, text: string): DicomJsonValue {
  if (text === '') return null; // PS3.18 F.2.5: an empty value among several
  if (vr === 'PN') return parsePersonName(text);
  if (vr !== 'DS' && vr !== 'IS') return text;
  const number = Number(text);
  return Number.isFinite(number) ? number : text;
}

/** JSON has no numbers that are not finite or not exact: those become text (PS3.18 table F.2.3-1). */
function toNumberValue(value: number | bigint): DicomJsonValue {
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
  return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
}

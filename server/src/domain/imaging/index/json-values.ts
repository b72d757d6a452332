import { type DicomJson, type DicomJsonValue, parseDate } from '@medcloud/dicom';

/** Returns the first value of an attribute as storable text, at most `maxLength` characters. */
export function textAt(json: DicomJson, tag: string, maxLength = 1_024): string | null {
  const [value] = json[tag]?.Value ?? [];
  const text = toDisplayText(value);
  return text === null || text === '' ? null : storableText(text).slice(0, maxLength);
}

function toDisplayText(value: DicomJsonValue | undefined): string | null {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return String(value);
  if (value === null || value === undefined) return null;
  const name = [value.Alphabetic, value.Ideographic, value.Phonetic].find((group) => typeof group === 'string');
  return typeof name === 'string' ? name : null;
}

/** Removes what a database column cannot store: PostgreSQL rejects U+0000, and its JSON rejects lone surrogates. */
export function storableText(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}

/** Returns the numbers of an attribute; other values are dropped. */
export function numbersAt(json: DicomJson, tag: string): number[] {
  return (json[tag]?.Value ?? []).map(Number).filter(Number.isFinite);
}

/** Returns an integer that fits a 32-bit column, else null. */
export function integerAt(json: DicomJson, tag: string): number | null {
  const [value] = numbersAt(json, tag);
  return value !== undefined && Number.isInteger(value) && Math.abs(value) < 2 ** 31 ? value : null;
}

/** Returns a DA value (PS3.5 6.2; with dots in older files) as `YYYY-MM-DD`; null if it is no day. */
export function dateAt(json: DicomJson, tag: string): string | null {
  return parseDate(textAt(json, tag) ?? '');
}

// Search results include these: a longer attribute is read from the series' metadata.
const maxAttributeLength = 4_096;

/**
 * Encodes some attributes for a JSON column, without characters the database rejects, binary values and overlong
 * values.
 */
export function attributesOf(json: DicomJson, tags: readonly string[]): string {
  const entries = tags.flatMap((tag) => {
    const element = json[tag];
    if (element === undefined || element.InlineBinary !== undefined || element.BulkDataURI !== undefined) return [];
    const text = JSON.stringify(element, (_key, value: unknown) =>
      typeof value === 'string' ? storableText(value) : value,
    );
    return text.length > maxAttributeLength ? [] : [`${JSON.stringify(tag)}:${text}`];
  });
  return `{${entries.join(',')}}`;
}

import { type DicomJson, type DicomJsonValue, parseDate } from '@medcloud/dicom';

/** The first value of an attribute as text, without what a database column cannot hold, at most `longest` characters. */
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

/** Without what a database column cannot hold: PostgreSQL has no character of number 0, and JSON for a database no halves of characters. */
export function storableText(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}

/** The numbers of an attribute; what is no number is left out. */
export function numbersAt(json: DicomJson, tag: string): number[] {
  return (json[tag]?.Value ?? []).map(Number).filter(Number.isFinite);
}

/** A whole number that fits a column of 32 bits. */
export function integerAt(json: DicomJson, tag: string): number | null {
  const [value] = numbersAt(json, tag);
  return value !== undefined && Number.isInteger(value) && Math.abs(value) < 2 ** 31 ? value : null;
}

/** A DA value (PS3.5 6.2; older files have dots in it) as `YYYY-MM-DD`; null for what is no day. */
export function dateAt(json: DicomJson, tag: string): string | null {
  return parseDate(textAt(json, tag) ?? '');
}

// A search's answer carries it: an attribute longer than this is read from the series' metadata.
const maxAttributeLength = 4_096;

/** Some attributes, for a column: cleaned of what JSON in a database cannot hold, without binary ones and overlong ones. */
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

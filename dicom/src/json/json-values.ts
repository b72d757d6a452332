/** A data set of WADO-RS metadata (PS3.18 Annex F). Parsed leniently: missing or mistyped values are undefined. */
export interface Element {
  readonly vr?: string;
  readonly Value?: readonly unknown[];
  readonly InlineBinary?: string;
  readonly BulkDataURI?: string;
}
export type DataSet = Readonly<Record<string, Element | undefined>>;

/** Returns the data sets of a parsed JSON response. Skips other values. */
export function parseDataSets(json: unknown): DataSet[] {
  return Array.isArray(json) ? json.filter(isDataSet) : [];
}

function isDataSet(value: unknown): value is DataSet {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns an element's values as numbers, or undefined if it has none. */
export function numbersOf(set: DataSet, tag: string): number[] | undefined {
  const values = set[tag]?.Value?.map(Number).filter((value) => Number.isFinite(value));
  return values === undefined || values.length === 0 ? undefined : values;
}

export function numberOf(set: DataSet, tag: string): number | undefined {
  return numbersOf(set, tag)?.[0];
}

/** Returns an element's values as texts. A person's name gives its alphabetic part (PS3.18 F.2.2). */
export function textsOf(set: DataSet, tag: string): string[] {
  return (set[tag]?.Value ?? []).flatMap((value) => {
    if (typeof value === 'string' || typeof value === 'number') return [String(value)];
    if (typeof value === 'object' && value !== null && 'Alphabetic' in value) return [String(value.Alphabetic)];
    return [];
  });
}

export function textOf(set: DataSet, tag: string): string | undefined {
  const text = textsOf(set, tag)[0]?.trim();
  return text === '' ? undefined : text;
}

/** Returns the items of a sequence. */
export function itemsOf(set: DataSet, tag: string): DataSet[] {
  return (set[tag]?.Value ?? []).filter(isDataSet);
}

/** Decodes an inline binary value. */
export function bytesOf(set: DataSet, tag: string): Uint8Array | undefined {
  const text = set[tag]?.InlineBinary;
  if (text === undefined) return undefined;
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
}

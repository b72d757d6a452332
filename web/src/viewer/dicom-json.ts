/** A data set as WADO-RS metadata give it (PS3.18 Annex F), read leniently: what is missing or of another kind is undefined. */
export interface Element {
  readonly vr?: string;
  readonly Value?: readonly unknown[];
  readonly InlineBinary?: string;
  readonly BulkDataURI?: string;
}
export type DataSet = Readonly<Record<string, Element | undefined>>;

/** Narrows what came over the wire to data sets. */
export function parseDataSets(json: unknown): DataSet[] {
  return Array.isArray(json) ? json.filter(isDataSet) : [];
}

function isDataSet(value: unknown): value is DataSet {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The values of an element as numbers. */
export function numbersOf(set: DataSet, tag: string): number[] | undefined {
  const values = set[tag]?.Value?.map(Number).filter((value) => Number.isFinite(value));
  return values === undefined || values.length === 0 ? undefined : values;
}

export function numberOf(set: DataSet, tag: string): number | undefined {
  return numbersOf(set, tag)?.[0];
}

/** The values of an element as texts; a person's name is its alphabetic part (PS3.18 F.2.2). */
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

/** The items of a sequence. */
export function itemsOf(set: DataSet, tag: string): DataSet[] {
  return (set[tag]?.Value ?? []).filter(isDataSet);
}

/** A binary value that stands in line. */
export function bytesOf(set: DataSet, tag: string): Uint8Array | undefined {
  const text = set[tag]?.InlineBinary;
  if (text === undefined) return undefined;
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
}

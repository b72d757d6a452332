/** One media range of an Accept header (RFC 9110 12.5.1), as PS3.18 8.7 reads it. */
export interface Accepted {
  /** Of the parts where it is multipart, else of the answer; lower case. */
  readonly type: string;
  readonly isMultipart: boolean;
  /** `*`, a UID, or null where none is named. */
  readonly transferSyntax: string | null;
}

const anything: Accepted = { type: '*/*', isMultipart: true, transferSyntax: '*' };
const mostRanges = 32;

/** What a request accepts, dearest first; its `accept` parameter stands before the header (PS3.18 8.3.3.1). */
export function readAccept(header: string | undefined, parameter: string | undefined): readonly Accepted[] {
  const text = parameter ?? header ?? '';
  const ranges = splitOutsideQuotes(text, ',').slice(0, mostRanges).map(readRange);
  const wanted = ranges.filter((range) => range !== null && range.quality > 0).filter((range) => range !== null);
  if (text.trim() === '') return [anything];
  return wanted.toSorted((one, other) => other.quality - one.quality);
}

function readRange(text: string): (Accepted & { quality: number }) | null {
  const [type = '', ...rest] = splitOutsideQuotes(text, ';');
  const parameters = new Map(rest.map(readParameter));
  const name = type.trim().toLowerCase();
  if (!/^[\w!#$&^.+*-]+\/[\w!#$&^.+*-]+$/.test(name)) return null;
  const isMultipart = name === 'multipart/related' || name === 'multipart/*' || name === '*/*';
  const quality = Number(parameters.get('q') ?? '1');
  return {
    type: name === '*/*' || !isMultipart ? name : (parameters.get('type')?.toLowerCase() ?? '*/*'),
    isMultipart,
    transferSyntax: parameters.get('transfer-syntax') ?? null,
    quality: Number.isFinite(quality) ? quality : 1,
  };
}

function readParameter(text: string): [string, string] {
  const at = text.indexOf('=');
  const value = text.slice(at + 1).trim();
  return [text.slice(0, at).trim().toLowerCase(), value.replace(/^"(.*)"$/, '$1')];
}

function splitOutsideQuotes(text: string, separator: string): string[] {
  return text.match(new RegExp(`(?:"[^"]*"|[^${separator}"])+`, 'g')) ?? [];
}

/** Whether a media range covers a type. */
export function covers(range: string, type: string): boolean {
  return range === '*/*' || range === type || (range.endsWith('/*') && type.startsWith(range.slice(0, -1)));
}

/** Whether a client takes gzip (RFC 9110 12.5.3). */
export function takesGzip(header: string | string[] | undefined): boolean {
  return /(?:^|,)\s*(?:gzip|\*)\s*(?:;\s*q=(?!0(?:\.0*)?\s*(?:,|$))[\d.]+)?\s*(?:,|$)/i.test(String(header ?? ''));
}

/** One media range of an Accept header (RFC 9110 12.5.1), as in PS3.18 8.7. */
export interface AcceptedType {
  /** Type of the parts if multipart, else of the response; lower case. */
  readonly type: string;
  readonly isMultipart: boolean;
  /** `*`, a UID, or null if none is given. */
  readonly transferSyntax: string | null;
}

const anyType: AcceptedType = { type: '*/*', isMultipart: true, transferSyntax: '*' };
const maxRanges = 32;

/**
 * Parses the accepted types, preferred first. The `accept` query parameter takes precedence over the header (PS3.18
 * 8.3.3.1).
 */
export function parseAccept(header: string | undefined, parameter: string | undefined): readonly AcceptedType[] {
  const text = parameter ?? header ?? '';
  const ranges = splitOutsideQuotes(text, ',').slice(0, maxRanges).map(parseMediaRange);
  const accepted = ranges.filter((range) => range !== null && range.quality > 0).filter((range) => range !== null);
  if (text.trim() === '') return [anyType];
  return accepted.toSorted((one, other) => other.quality - one.quality);
}

function parseMediaRange(text: string): (AcceptedType & { quality: number }) | null {
  const [type = '', ...rest] = splitOutsideQuotes(text, ';');
  const parameters = new Map(rest.map(parseParameter));
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

function parseParameter(text: string): [string, string] {
  const at = text.indexOf('=');
  const value = text.slice(at + 1).trim();
  return [text.slice(0, at).trim().toLowerCase(), value.replace(/^"(.*)"$/, '$1')];
}

function splitOutsideQuotes(text: string, separator: string): string[] {
  return text.match(new RegExp(`(?:"[^"]*"|[^${separator}"])+`, 'g')) ?? [];
}

/** True if a media range matches a type. */
export function isMediaTypeMatch(range: string, type: string): boolean {
  return range === '*/*' || range === type || (range.endsWith('/*') && type.startsWith(range.slice(0, -1)));
}

/** True if a client accepts gzip (RFC 9110 12.5.3). */
export function isGzipAccepted(header: string | string[] | undefined): boolean {
  return /(?:^|,)\s*(?:gzip|\*)\s*(?:;\s*q=(?!0(?:\.0*)?\s*(?:,|$))[\d.]+)?\s*(?:,|$)/i.test(String(header ?? ''));
}

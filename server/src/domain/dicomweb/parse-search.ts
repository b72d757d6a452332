import { createFieldFault } from '@medcloud/contract/faults';
import { issueCode } from '@medcloud/contract/validation-codes';
import { tagOfKeyword } from '@medcloud/dicom/keywords';
import { serverTranslator } from '@medcloud/text/node';
import { type SearchKey, searchKeyOf } from './search-keys.ts';
import { canReturn } from './show.ts';

export type SearchLevel = 'study' | 'series' | 'instance';

export interface Filter {
  readonly key: SearchKey;
  readonly value: string;
}

/** The parameters of a search (PS3.18 8.3.4). */
export interface SearchParameters {
  readonly filters: readonly Filter[];
  readonly isFuzzy: boolean;
  readonly limit: number;
  readonly offset: number;
  /** Tags of attributes beyond the default ones; `all` for every stored attribute. */
  readonly include: readonly string[] | 'all';
  /** Ignored parameters, as sentences for the Warning header. */
  readonly warnings: readonly string[];
  /** The client gave no limit, or one above the server's maximum. */
  readonly isServerLimit: boolean;
}

export type SearchQuery = Readonly<Record<string, string | readonly string[]>>;

const maxRows: Record<SearchLevel, number> = { study: 1_000, series: 5_000, instance: 20_000 };
const maxOffset = 1_000_000;
const maxFilters = 30;
const maxValueLength = 4_096;
const reservedNames = new Set([
  'limit',
  'offset',
  'fuzzymatching',
  'includefield',
  'accept',
  'charset',
  'emptyvaluematching',
]);

/**
 * Parses the parameters of a search. Unknown parameters are ignored with a warning. Throws `validation` if the limit or
 * offset is not a number, or if a parameter other than includefield is sent twice (PS3.18 8.3.4.1), also once by keyword
 * and once by tag.
 */
export function parseSearch(level: SearchLevel, query: SearchQuery): SearchParameters {
  const warnings: string[] = [];
  const limit = parseNumber(query, 'limit');
  const offset = parseNumber(query, 'offset') ?? 0;
  if (offset > maxOffset) throw createFieldFault('offset', issueCode('offset_too_large'));
  const isServerLimit = limit === undefined || limit > maxRows[level];
  return {
    filters: parseFilters(level, query, warnings),
    isFuzzy: query.fuzzymatching === 'true',
    limit: isServerLimit ? maxRows[level] : limit,
    offset,
    include: parseInclude(level, query, warnings),
    warnings,
    isServerLimit,
  };
}

function parseFilters(level: SearchLevel, query: SearchQuery, warnings: string[]): Filter[] {
  const t = serverTranslator('server/replies.dicomWeb', 'en');
  const filters: Filter[] = [];
  const seenAttributes = new Set<string>();
  for (const [name, value] of Object.entries(query)) {
    if (name === 'includefield' || name === 'accept') continue;
    const attribute = parseTagPath(name)?.join('.') ?? name;
    if (valuesOf(value).length > 1 || seenAttributes.has(attribute))
      throw createFieldFault(toHeaderText(name), issueCode('sent_twice'));
    seenAttributes.add(attribute);
    if (reservedNames.has(name)) continue;
    const key = toSearchKey(name);
    const text = valuesOf(value).join();
    if (key === undefined || !isWithin(key.level, level))
      warnings.push(t('attributeIgnored', { name: toHeaderText(name) }));
    else if (text.length > maxValueLength)
      throw createFieldFault(toHeaderText(name), issueCode('search_value_too_long'));
    // PS3.18 8.3.4.2: an empty value matches everything
    else if (text !== '' && !/^\*+$/.test(text)) filters.push({ key, value: text });
  }
  if (filters.length > maxFilters) throw createFieldFault('', issueCode('too_many_filters'));
  return filters;
}

/** Study and series attributes match at every level. Instance attributes match only in a search for instances. */
function isWithin(keyLevel: SearchLevel, searchLevel: SearchLevel): boolean {
  return keyLevel !== 'instance' || searchLevel === 'instance';
}

function toSearchKey(name: string): SearchKey | undefined {
  const tags = parseTagPath(name);
  return tags === undefined ? undefined : searchKeyOf(tags);
}

/** Returns the tags of a name: `PatientName`, `00100010`, or `00400275.ScheduledProcedureStepID` within a sequence. */
function parseTagPath(name: string): string[] | undefined {
  const tags = name.split('.').map((part) => (/^[0-9A-Fa-f]{8}$/.test(part) ? part.toUpperCase() : tagOfKeyword(part)));
  const known = tags.filter((tag) => tag !== undefined);
  return known.length === tags.length && tags.length <= 4 ? known : undefined;
}

function parseInclude(level: SearchLevel, query: SearchQuery, warnings: string[]): readonly string[] | 'all' {
  const names = valuesOf(query.includefield)
    .flatMap((value) => value.split(','))
    .filter((name) => name !== '');
  if (names.includes('all')) return 'all';
  const t = serverTranslator('server/replies.dicomWeb', 'en');
  const includedTags: string[] = [];
  for (const name of names.slice(0, 200)) {
    const [tag] = parseTagPath(name) ?? [];
    if (tag === undefined) warnings.push(t('unknownIncludeField', { name: toHeaderText(name) }));
    else if (canReturn(level, tag)) includedTags.push(tag);
    else warnings.push(t('missingIncludeField', { name: toHeaderText(name) }));
  }
  return includedTags;
}

function parseNumber(query: SearchQuery, name: string): number | undefined {
  const text = valuesOf(query[name])[0];
  if (text === undefined || text === '') return undefined;
  if (!/^\d{1,9}$/.test(text)) throw createFieldFault(name, issueCode('whole_number_expected', name));
  return Number(text);
}

function valuesOf(value: string | readonly string[] | undefined): readonly string[] {
  if (value === undefined) return [];
  return typeof value === 'string' ? [value] : value;
}

/** Returns a name with only characters that a header may contain. */
function toHeaderText(name: string): string {
  return name.replace(/[^\w.]/g, '?').slice(0, 64);
}

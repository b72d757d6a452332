import { type RawBuilder, sql } from 'kysely';
import { patientNumberIndex } from '../exams/patient-check/patient-mismatch.ts';
import type { AppKeys } from '../keys/app-keys.ts';
import { toNamePatterns } from './name-patterns.ts';
import type { Filter, SearchParameters } from './parse-search.ts';
import type { AttributeKind } from './search-keys.ts';

type Condition = RawBuilder<boolean>;
export const matchesNothing: Condition = sql<boolean>`false`;

/** Returns the SQL condition of a filter on a row of studies (`s`) or series (`r`) (PS3.4 C.2.2.2). */
export function conditionOf({ key, value }: Filter, search: SearchParameters, keys: AppKeys): Condition {
  switch (key.kind) {
    case 'patient-number':
      return patientNumberMatches(value, keys);
    case 'attribute':
      return sql<boolean>`EXISTS (SELECT 1 FROM jsonb_path_query(${sql.ref(key.level === 'study' ? 's.attributes' : 'r.attributes')},
        ${key.path}::jsonpath) AS v, LATERAL (SELECT coalesce(v ->> 'Alphabetic', v #>> '{}') AS t) AS each WHERE ${attributeMatches(key.as, value)})`;
    case 'uid':
      return sql<boolean>`${sql.ref(key.column)} = ANY (${splitUids(value)})`;
    case 'any-uid':
      return sql<boolean>`${sql.ref(key.column)} && ${splitUids(value)}`;
    case 'any-text':
      return sql<boolean>`EXISTS (SELECT 1 FROM unnest(${sql.ref(key.column)}) AS t WHERE ${textMatches(sql`t`, value)})`;
    case 'text':
      return textMatches(sql.ref(key.column), value);
    case 'number':
      return /^-?\d{1,9}$/.test(value) ? sql<boolean>`${sql.ref(key.column)} = ${Number(value)}` : matchesNothing;
    case 'date':
      return dateMatches(sql.ref(key.column), value, (day) => sql`${day}::date`);
    case 'time':
      return timeMatches(sql.ref(key.column), value);
    case 'name':
      return nameMatches(key.column, toNamePatterns(value, search.isFuzzy));
    case 'of-instance':
      return sql<boolean>`true`; // instances have no rows: filtered by their manifests
  }
}

export function nameMatches(column: string, words: string[][] | null): Condition {
  if (words === null) return matchesNothing;
  return allOf(words.map((patterns) => anyOf(patterns.map((one) => sql<boolean>`${sql.ref(column)} LIKE ${one}`))));
}

export function allOf(conditions: readonly Condition[]): Condition {
  return conditions.length === 0 ? sql<boolean>`true` : sql<boolean>`(${sql.join(conditions, sql` AND `)})`;
}

function anyOf(conditions: readonly Condition[]): Condition {
  return conditions.length === 0 ? matchesNothing : sql<boolean>`(${sql.join(conditions, sql` OR `)})`;
}

/** Splits a list of UIDs at commas and backslashes (PS3.4 C.2.2.2.2). */
export function splitUids(value: string): string[] {
  return value.split(/[\\,]/).map((part) => part.trim());
}

function textMatches(column: RawBuilder<unknown>, value: string): Condition {
  return anyOf(
    value
      .split('\\')
      .map((one) =>
        /[*?]/.test(one) ? sql<boolean>`${column} LIKE ${toLikePattern(one)}` : sql<boolean>`${column} = ${one.trim()}`,
      ),
  );
}

/** Converts wildcards to LIKE (PS3.4 C.2.2.2.4): `*` is any text, `?` is one character. */
function toLikePattern(value: string): string {
  return value
    .replaceAll(/[\\%_]/g, '\\$&')
    .replaceAll('*', '%')
    .replaceAll('?', '_');
}

/** Returns the condition on a value (`t`) of an attribute that has no column. */
function attributeMatches(as: AttributeKind, value: string): Condition {
  switch (as) {
    case 'date':
      // the stored text: YYYYMMDD, in older files YYYY.MM.DD
      return dateMatches(sql`replace(t, '.', '') COLLATE "C"`, value, (day) => sql`${day.replaceAll('-', '')}`);
    case 'time':
      return timeMatches(sql`t`, value);
    case 'text':
      return textMatches(sql`t`, value);
  }
}

function dateMatches(
  column: RawBuilder<unknown>,
  value: string,
  toSql: (day: string) => RawBuilder<unknown>,
): Condition {
  const [from, to] = parseRange(value);
  const days = [from, to].map((text) => (text === null ? null : parseDay(text)));
  if (days.includes(undefined)) return matchesNothing;
  const [start, end] = days;
  return allOf([
    ...(start ? [sql<boolean>`${column} >= ${toSql(start)}`] : []),
    ...(end ? [sql<boolean>`${column} <= ${toSql(end)}`] : []),
  ]);
}

/** Returns both ends of `a-b`, `a-`, `-b` or a single value (PS3.4 C.2.2.2.5). Null is an open end. */
function parseRange(value: string): [string | null, string | null] {
  const match = /^([^-]*)-([^-]*)$/.exec(value.trim());
  if (match === null) return [value.trim(), value.trim()];
  return [match[1]?.trim() || null, match[2]?.trim() || null];
}

function parseDay(text: string): string | undefined {
  const match = /^(\d{4})\.?(\d{2})\.?(\d{2})$/.exec(text);
  const day = match && `${match[1]}-${match[2]}-${match[3]}`;
  return day && new Date(`${day}T00:00:00Z`).toJSON()?.startsWith(day) ? day : undefined;
}

/** Times are stored as written, HHMMSS.FFFFFF or a prefix of it. They sort correctly as text. */
function timeMatches(column: RawBuilder<unknown>, value: string): Condition {
  const [from, to] = parseRange(value.replaceAll(':', ''));
  if ([from, to].some((text) => text !== null && !/^\d{2,6}(\.\d{1,6})?$/.test(text))) return matchesNothing;
  const time = sql`replace(${column}, ':', '') COLLATE "C"`;
  return allOf([
    ...(from === null ? [] : [sql<boolean>`${time} >= ${from}`]),
    // inclusive: 10 means to the end of that hour
    ...(to === null ? [] : [sql<boolean>`${time} < ${`${to}:`}`]),
  ]);
}

/** Matches the patient number in the file, exactly or with wildcards, or the portal's own patient ID. */
function patientNumberMatches(value: string, keys: AppKeys): Condition {
  const matchesPatientId = sql<boolean>`s.patient_id IN (SELECT p.id FROM patients p WHERE p.patient_id = ${value.trim().toUpperCase()})`;
  if (/[*?]/.test(value)) return sql<boolean>`s.patient_number LIKE ${toLikePattern(value)}`;
  return anyOf([
    sql<boolean>`s.patient_number = ${value.trim()}`,
    sql<boolean>`s.patient_number_index = ${patientNumberIndex({ keys }, value)}`,
    matchesPatientId,
  ]);
}

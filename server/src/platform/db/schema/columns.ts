import type { ColumnType } from 'kysely';
import type { JsonValue } from './json.ts';

/** Set by the database where it is left out. */
export type Instant = ColumnType<Date, Date | undefined, Date>;
/** A column that may be null, and be left out. */
export type Optional<T> = ColumnType<T | null, T | null | undefined, T | null>;
/** Read as it was parsed, written as text. */
export type Json = ColumnType<JsonValue, string | undefined, string>;
export type OptionalJson = ColumnType<JsonValue, string | null | undefined, string | null>;

import type { ColumnType } from 'kysely';
import type { JsonValue } from './json.ts';

/** A time that the database sets if it is omitted. */
export type Instant = ColumnType<Date, Date | undefined, Date>;
/** A nullable column, which may be omitted on insert. */
export type Optional<T> = ColumnType<T | null, T | null | undefined, T | null>;
/** A JSON column: read as a parsed value, written as text. */
export type Json = ColumnType<JsonValue, string | undefined, string>;
export type OptionalJson = ColumnType<JsonValue, string | null | undefined, string | null>;

import { type Kysely, sql } from 'kysely';

/**
 * Why: lower() and upper() follow the database's locale, and with the locale C, which an external server may have, they know
 * ASCII alone: a center ID with Greek letters opened in one letter case only, and two licences could differ by case alone.
 * any_case() has a table of its own, so that an index on it depends on no locale.
 */
const blocks = [
  [0x41, 0x5a],
  [0xc0, 0x24f], // Latin-1 and extended Latin
  [0x370, 0x3ff], // Greek
  [0x400, 0x52f], // Cyrillic
  [0x1f00, 0x1fff], // Greek with the old accents
] as const;

const pairs = blocks.flatMap(([first, last]) =>
  Array.from({ length: last - first + 1 }, (_, place) => String.fromCodePoint(first + place))
    .map((letter): readonly [string, string] => [letter, letter.toLowerCase()])
    .filter(([letter, small]) => small !== letter && small.length === 1),
);
const from = `${pairs.map(([letter]) => letter).join('')}ς`;
const to = `${pairs.map(([, small]) => small).join('')}σ`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
CREATE FUNCTION any_case(words text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT pg_catalog.translate(words, '${from}', '${to}')
$$;
DROP INDEX medical_centers_center_id_any_case;
CREATE UNIQUE INDEX medical_centers_center_id_any_case ON medical_centers (any_case(center_id));
DROP INDEX doctors_license_live;
CREATE UNIQUE INDEX doctors_license_live ON doctors (any_case(license_number)) WHERE state NOT IN ('rejected', 'closed');
CREATE OR REPLACE FUNCTION is_license_taken(wanted text) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT public.scope_system() = 'signup' AND EXISTS (SELECT 1 FROM public.doctors
    WHERE public.any_case(license_number) = public.any_case(wanted) AND state NOT IN ('rejected', 'closed'))
$$;
`)
    .execute(db);
}

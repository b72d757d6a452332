import { sql } from 'kysely';
import type { Reader } from '../../database.ts';
import { type PatientRow, selectPatientRows } from '../../patients/reads.ts';

/** A center's patient whom files may name, and what found it. Neither: the name, alone or with the birth date. */
export interface FoundCandidate {
  id: string;
  isByNumber: boolean;
  isByAmka: boolean;
}

interface CandidateQuery {
  /** Birth dates, `YYYY-MM-DD`. */
  days: string[];
  /** LIKE patterns of each word of the names, as JSON. */
  words: string[];
  /** Blind indexes of valid AMKAs and of all patient numbers. */
  amkas: Buffer[];
  numbers: Buffer[];
}

const maxNamed = 20;
const maxIdentified = 5;
const maxNamesakes = 5;

/**
 * Finds a center's patients by AMKA, by the number of an earlier exam that was not in doubt, or by birth date and at
 * least one word of the name; with most words first. An index bounds each.
 */
export async function findCandidates(
  tx: Reader,
  centerId: string,
  { days, words, amkas, numbers }: CandidateQuery,
): Promise<FoundCandidate[]> {
  const { rows } = await sql<FoundCandidate>`
    WITH named AS (
      SELECT p.id, found.words FROM patients p CROSS JOIN LATERAL (
        SELECT count(*) AS words FROM unnest(${words}::jsonb[]) AS word
        WHERE EXISTS (SELECT 1 FROM jsonb_array_elements_text(word) AS pattern WHERE p.name_key LIKE pattern)) AS found
      WHERE p.center_id = ${centerId} AND p.date_of_birth = ANY (${days}::date[]) AND p.erased_at IS NULL AND found.words > 0
      ORDER BY found.words DESC, p.created_at DESC LIMIT ${maxNamed}
    ), coded AS (
      SELECT p.id FROM patients p
      WHERE p.amka_index = ANY (${amkas}::bytea[]) AND p.center_id = ${centerId} AND p.erased_at IS NULL LIMIT ${maxIdentified}
    ), numbered AS (
      SELECT DISTINCT s.patient_id AS id FROM studies s JOIN exams e ON e.id = s.exam_id
      WHERE s.patient_number_index = ANY (${numbers}::bytea[]) AND s.center_id = ${centerId}
        AND e.status IN ('processing', 'completed') AND e.status_reason IS NULL LIMIT ${maxIdentified}
    )
    SELECT id, bool_or(by_number) AS "isByNumber", bool_or(by_amka) AS "isByAmka" FROM (
      SELECT id, true AS by_number, false AS by_amka, 0::bigint AS words FROM numbered
      UNION ALL SELECT id, false, true, 0 FROM coded
      UNION ALL SELECT id, false, false, words FROM named) AS found
    GROUP BY id ORDER BY max(words) DESC, id`.execute(tx);
  return rows;
}

/** Finds the newest patients of a name, whatever their birth date. `words` holds the LIKE patterns of each word. */
export async function findNamesakes(tx: Reader, centerId: string, words: string[][]): Promise<FoundCandidate[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT search_patients(${centerId}, ${JSON.stringify(words)}::jsonb, NULL, NULL, true, ${maxNamesakes}) AS id`.execute(
    tx,
  );
  return rows.map(({ id }) => ({ id, isByNumber: false, isByAmka: false }));
}

/** Lists a center's patients by internal id, as lists show them. */
export async function listPatientRows(tx: Reader, centerId: string, ids: string[]): Promise<PatientRow[]> {
  if (ids.length === 0) return [];
  return await selectPatientRows(tx).where('p.center_id', '=', centerId).where('p.id', 'in', ids).execute();
}

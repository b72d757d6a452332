import type { Patient, PatientMatchReply } from '@medcloud/contract';
import { isValidAmka } from '@medcloud/contract/amka';
import { parseDicomName } from '@medcloud/contract/patient-check/compare-names';
import type { PatientInFile } from '@medcloud/contract/patient-check/compare-patients';
import { isPlaceholderName, type MatchCandidate, matchPatient } from '@medcloud/contract/patient-check/match-patient';
import { setSearchTimeout, toLikePatterns } from '../../../platform/db/queries/like-patterns.ts';
import { record } from '../../audit/record/record.ts';
import { toAuditFields } from '../../audit/record/to-audit-fields.ts';
import type { CenterPrincipal, RequestContext } from '../../authorization/principal.ts';
import type { CenterScope } from '../../authorization/scope.ts';
import type { KeyContext } from '../../core/context.ts';
import type { Reader } from '../../database.ts';
import { unwrapPatientKey } from '../../keys/patient-key.ts';
import { amkaIndex, decryptColumn } from '../../patients/encrypted-columns.ts';
import type { PatientRow } from '../../patients/reads.ts';
import { showPatient } from '../../patients/show.ts';
import { type FoundCandidate, findCandidates, findNamesakes, listPatientRows } from './candidate-reads.ts';
import { patientNumberIndex } from './patient-mismatch.ts';

/**
 * Matches one person, as some files spell it, with the center's own patients: by the number of earlier exams, AMKA, or
 * name and birth date. If nobody matches, returns patients of the same name. Stores nothing but the audit event.
 */
export async function matchPatientOfFiles(
  context: KeyContext,
  scope: CenterScope,
  request: RequestContext<CenterPrincipal>,
  spellings: readonly PatientInFile[],
): Promise<PatientMatchReply> {
  return await context.db.within(scope, async (tx) => {
    await setSearchTimeout(tx);
    const found = await findMatchable(context, tx, scope.centerId, spellings);
    const rows = await listPatientRows(
      tx,
      scope.centerId,
      found.map(({ id }) => id),
    );
    const candidates = found.flatMap((one) => {
      const row = rows.find(({ id }) => id === one.id);
      return row ? [toCandidate(context, row, one)] : [];
    });
    const match = matchPatient(spellings, candidates);
    const details = { matches: match.candidates.length, shown: match.candidates.length, byFile: true };
    await record(tx, { event: 'patients_listed', ...toAuditFields(request), details });
    return {
      ...match,
      candidates: match.candidates.map(({ candidate, differences }) => ({
        patient: candidate.patient,
        differences: [...differences],
      })),
    };
  });
}

async function findMatchable(
  { keys }: KeyContext,
  tx: Reader,
  centerId: string,
  spellings: readonly PatientInFile[],
): Promise<FoundCandidate[]> {
  const numbers = [...new Set(spellings.flatMap(({ number }) => number?.trim() || []))];
  const names = spellings.flatMap(({ name }) => (name === null || isPlaceholderName(name) ? [] : [name]));
  const found = await findCandidates(tx, centerId, {
    days: [...new Set(spellings.flatMap(({ birthDate }) => birthDate ?? []))],
    words: [...new Set(names.flatMap((name) => toLikePatterns(name).map((word) => JSON.stringify(word))))],
    amkas: numbers.filter(isValidAmka).map((amka) => amkaIndex(keys, amka)),
    numbers: numbers.map((number) => patientNumberIndex({ keys }, number)),
  });
  const [name] = names;
  if (found.length > 0 || name === undefined) return found;
  const { surname, given } = parseDicomName(name);
  const words = toLikePatterns(`${surname} ${given.trim().split(/\s/)[0]}`);
  return words.length === 0 ? [] : await findNamesakes(tx, centerId, words);
}

function toCandidate(
  { keys }: KeyContext,
  row: PatientRow,
  { isByNumber, isByAmka }: FoundCandidate,
): MatchCandidate & { patient: Patient } {
  const patient = showPatient(row, keys);
  const encryptedAmka = row.amka_sealed;
  return {
    ...patient,
    amka: encryptedAmka && decryptColumn(unwrapPatientKey(keys, row.id, row.wrappedKey), row.id, 'amka', encryptedAmka),
    evidence: [...(isByNumber ? (['number'] as const) : []), ...(isByAmka ? (['amka'] as const) : [])],
    patient,
  };
}

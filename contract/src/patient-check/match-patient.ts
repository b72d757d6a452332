import { toElot } from '../names/elot.ts';
import { foldWords } from '../names/fold.ts';
import { canBeSameName, hasName, parseDicomName } from './compare-names.ts';
import type { Difference, PatientInFile, RegisteredPatient } from './compare-patients.ts';
import { findPatientMismatch } from './find-patient-mismatch.ts';

/** What identifies a registered patient beside the name: a question to a PACS about this patient, a known number, or the AMKA. */
export type MatchEvidence = 'asked' | 'number' | 'amka';

/** A patient of the center whom a file may name. */
export interface MatchCandidate extends Omit<RegisteredPatient, 'isNumberOfAnother'> {
  readonly evidence: readonly MatchEvidence[];
}

export interface ComparedCandidate<C> {
  readonly candidate: C;
  /** What the files say otherwise than the record. */
  readonly differences: readonly Difference[];
}

/**
 * How certain the person of some files is.
 * - `sure`: one patient is identified by `by`, and name or birth date confirms it.
 * - `likely`: exactly one patient has the name in either alphabet and the birth date. A person confirms it.
 * - `several`: two or more have them.
 * - `doubtful`: a number or AMKA identifies a patient whom the files contradict, or it identifies two patients.
 * - `unknown`: nobody. The candidates then only have the same name.
 */
export interface PatientMatch<C> {
  readonly kind: 'sure' | 'likely' | 'several' | 'doubtful' | 'unknown';
  readonly by: MatchEvidence | null;
  /** One if `sure` or `likely`; the most similar ones first. */
  readonly candidates: readonly ComparedCandidate<C>[];
}

/** Matches one person, as the files spell it, with patients of the center. Never throws. */
export function matchPatient<C extends MatchCandidate>(
  spellings: readonly PatientInFile[],
  candidates: readonly C[],
): PatientMatch<C> {
  const identified = findIdentified(candidates);
  const compared = candidates.map((candidate) => compareCandidate(spellings, candidate, identified));
  const byEvidence = compared.filter(({ evidence }) => evidence !== null);
  const sameNameAndDay = compared.filter(({ isSameName, isSameDay }) => isSameName && isSameDay);
  const byName = sameNameAndDay.filter(({ differences }) => differences.length === 0);
  const [only, ...others] = byEvidence;
  if (only && others.length === 0 && !only.differences.length && (only.isSameName || only.isSameDay))
    return { kind: 'sure', by: only.evidence, candidates: [only] };
  if (only) return { kind: 'doubtful', by: null, candidates: [...new Set([...byEvidence, ...sameNameAndDay])] };
  if (byName.length > 0) return { kind: byName.length === 1 ? 'likely' : 'several', by: null, candidates: byName };
  const similar = compared.filter(({ isSameName }) => isSameName);
  return { kind: 'unknown', by: null, candidates: similar };
}

type Identified = Partial<Record<MatchEvidence, MatchCandidate>>;

/** Returns the patient of each evidence. Evidence that two patients share identifies nobody. */
function findIdentified(candidates: readonly MatchCandidate[]): Identified {
  const identified: Identified = {};
  for (const evidence of ['asked', 'number', 'amka'] as const) {
    const [only, ...others] = candidates.filter((candidate) => candidate.evidence.includes(evidence));
    if (only && others.length === 0) identified[evidence] = only;
  }
  return identified;
}

function compareCandidate<C extends MatchCandidate>(
  spellings: readonly PatientInFile[],
  candidate: C,
  identified: Identified,
) {
  const isNumberOfAnother = identified.number !== undefined && identified.number !== candidate;
  const mismatch = findPatientMismatch(spellings, { ...candidate, isNumberOfAnother });
  return {
    candidate,
    differences: mismatch?.cause === 'patient-mismatch' ? mismatch.differences : [],
    evidence: candidate.evidence.find((evidence) => identified[evidence] === candidate) ?? null,
    isSameName: spellings.some(({ name }) => isSameName(name, candidate)),
    isSameDay: spellings.some(({ birthDate }) => birthDate === candidate.dateOfBirth),
  };
}

function isSameName(name: string | null, { firstName, lastName }: MatchCandidate): boolean {
  const groups = (name ?? '').split('=').map(parseDicomName);
  return groups.some(
    (group) =>
      hasName(group) && canBeSameName(group, { surname: lastName, given: firstName }) && !isPlaceholderName(name),
  );
}

/** In ELOT letters, so one entry stands for both alphabets. */
const placeholderWords = new Set(
  (
    'unknown agnostos agnosti agnosto test tests testing dokimi dokimastikos dokimastiki emergency epeigon trauma ' +
    'anonymous anonymized anonymos anonymi noname no name none null patient asthenis male female andras gynaika dummy phantom'
  ).split(' '),
);

/**
 * Checks whether a PN value names nobody: empty, or only words such as UNKNOWN, ΑΓΝΩΣΤΟΣ, TEST or EMERGENCY and
 * numbers. Such a name never matches a patient.
 */
export function isPlaceholderName(name: string | null): boolean {
  return foldWords(name ?? '').every((word) => placeholderWords.has(toElot(word)) || !/\p{L}/u.test(word));
}

import * as z from 'zod';
import { limits } from '../limits.ts';
import { patientDifference } from './exams.ts';
import { patient } from './people.ts';

/** The patient attributes of files as written (group 0010), cut at the lengths that the reader of files cuts them. */
const patientInFile = z.object({
  name: z.string().max(200).nullable(),
  birthDate: z.iso.date().nullable(),
  sex: z.string().max(16).nullable(),
  number: z.string().max(128).nullable(),
});

/** One person of some files: each way in which the files spell them. */
export const patientMatchRequest = z.object({
  spellings: z.array(patientInFile).min(1).max(limits.maxSpellings),
});
export type PatientMatchRequest = z.output<typeof patientMatchRequest>;

/** Whose the files are (`patient-check/match-patient.ts`). The best candidate is first. */
export const patientMatchReply = z.object({
  kind: z.enum(['sure', 'likely', 'several', 'doubtful', 'unknown']),
  /** What identified the patient, if `sure`. */
  by: z.enum(['asked', 'number', 'amka']).nullable(),
  candidates: z.array(z.object({ patient, differences: z.array(patientDifference) })),
});
export type PatientMatchReply = z.infer<typeof patientMatchReply>;

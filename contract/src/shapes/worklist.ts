import * as z from 'zod';
import { limits } from '../limits.ts';
import { openRequest } from './access.ts';
import { instant, optional, strictObject } from './common.ts';
import { exam } from './exams.ts';

const worklistPatient = z.object({
  firstName: z.string(),
  lastName: z.string(),
  patientId: z.string(),
  dateOfBirth: z.iso.date(),
});

/** An exam on a doctor's first screen. */
export const worklistExam = exam.omit({ patientId: true }).extend({
  patient: worklistPatient,
  medicalCenter: z.object({ name: z.string() }),
  /** It came within the doctor's sight in the last 30 days, and the doctor neither opened it nor marked it as seen. */
  isNew: z.boolean(),
  /** End of the grant that covers it. */
  grantedUntil: instant,
});
export type WorklistExam = z.infer<typeof worklistExam>;

/** A grant that ends within seven days. */
export const endingGrant = z.object({
  grantId: z.string(),
  patient: worklistPatient,
  medicalCenter: z.object({ name: z.string() }),
  expiresAt: instant,
});
export type EndingGrant = z.infer<typeof endingGrant>;

export const worklistQuery = z.object({
  /** `new`: only exams that are new to the doctor. `all`: all that the doctor may see. Latest arrival first. */
  show: optional(z.enum(['new', 'all'])),
  /** The `cursor` of the page before. */
  cursor: optional(z.string().max(40)),
});

export const worklist = z.object({
  exams: z.array(worklistExam),
  /** Of the next page of exams; null on the last one. */
  cursor: z.string().nullable(),
  /** Requests that wait for a code or an answer, then those answered in the last three days. */
  requests: z.array(openRequest),
  endsSoon: z.array(endingGrant),
  counts: z.object({
    /** Up to 1,000. */
    new: z.number().int(),
    waiting: z.number().int(),
    endsSoon: z.number().int(),
  }),
});
export type Worklist = z.infer<typeof worklist>;

export const worklistSeen = strictObject({ ids: z.array(z.uuid()).min(1).max(limits.listDefault) });
/** How many of them were new until then. */
export const worklistSeenReply = z.object({ seen: z.number().int() });

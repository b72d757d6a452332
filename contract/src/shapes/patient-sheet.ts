import * as z from 'zod';
import { grantEndReasons, grantEndRoles } from '../choices.ts';
import { accessStatus } from './access.ts';
import { instant, optional } from './common.ts';
import { examType } from './exams.ts';
import { patient } from './people.ts';

/** A doctor as the center knows those who asked for its patients. */
const requestingDoctor = z.object({
  firstName: z.string(),
  lastName: z.string(),
  licenseNumber: z.string(),
  specialization: z.string(),
});

/** What one doctor asked of one patient record, and what came of it. */
export const patientGrant = z.object({
  id: z.string(),
  doctor: requestingDoctor,
  status: accessStatus,
  requestedAt: instant,
  answeredAt: instant.nullable(),
  /** Of the request while it waits, of the grant once given; when it really ended, where it ended early. */
  expiresAt: instant,
  /** null: all. */
  examTypes: z.array(examType).nullable(),
  /** Who but the patient ended it before its time; null of every other. */
  endedBy: z.enum(grantEndRoles).nullable(),
  endReason: z.enum(grantEndReasons).nullable(),
});
export type PatientGrant = z.infer<typeof patientGrant>;

/** A grant that stands now. */
export const activeGrant = patientGrant
  .pick({ id: true, doctor: true, expiresAt: true, examTypes: true })
  .extend({ grantedAt: instant });
export type ActiveGrant = z.infer<typeof activeGrant>;

/** A patient as the center's own sheet shows them. */
export const patientSheet = z.object({
  patient: patient.extend({
    /** Masked, e.g. `*******1730`; whole by `reveal` alone. */
    amka: z.string().optional(),
  }),
  /** Newest request first. */
  grants: z.array(patientGrant),
  /** How often the center may still send a link again today. */
  linksLeftToday: z.number().int(),
});
export type PatientSheet = z.infer<typeof patientSheet>;

/** One look of a doctor's at a patient's exams. */
export const accessLogEntry = z.object({
  id: z.string(),
  at: instant,
  doctor: requestingDoctor,
  what: z.enum(['list', 'view', 'download']),
  examType: examType.nullable(),
});
export type AccessLogEntry = z.infer<typeof accessLogEntry>;

export const revealedAmka = z.object({
  /** null: none is on record. */
  amka: z.string().nullable(),
});

/** Which grant's link is sent again; needed only where several are live. */
export const linkResend = z.object({ grantId: optional(z.string().max(40)) }).optional();

export const linkResendReply = z.object({
  ok: z.literal(true),
  /** The number it was sent to, all but its last three digits hidden. */
  sentTo: z.string(),
});

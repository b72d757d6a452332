import * as z from 'zod';
import { revocationReasons, revokerRoles } from '../choices.ts';
import { accessStatus } from './access.ts';
import { instant, optional } from './common.ts';
import { examType } from './exams.ts';
import { patient } from './people.ts';

/** A doctor who requested access, with the data that the center may see. */
const requestingDoctor = z.object({
  firstName: z.string(),
  lastName: z.string(),
  licenseNumber: z.string(),
  specialization: z.string(),
});

/** One doctor's access request for one patient record, and its result. */
export const patientGrant = z.object({
  id: z.string(),
  doctorId: z.string(),
  doctor: requestingDoctor,
  status: accessStatus,
  requestedAt: instant,
  answeredAt: instant.nullable(),
  /** End of the pending request or of the grant; the actual end if it ended early. */
  expiresAt: instant,
  /** null: all types. */
  examTypes: z.array(examType).nullable(),
  /** Role other than the patient that ended the grant early; otherwise null. */
  endedBy: z.enum(revokerRoles).nullable(),
  endReason: z.enum(revocationReasons).nullable(),
});
export type PatientGrant = z.infer<typeof patientGrant>;

/** A grant that is active now. */
export const activeGrant = patientGrant
  .pick({ id: true, doctor: true, expiresAt: true, examTypes: true })
  .extend({ grantedAt: instant });
export type ActiveGrant = z.infer<typeof activeGrant>;

/** A patient on the center's patient sheet. */
export const patientSheet = z.object({
  patient: patient.extend({
    /** Masked, e.g. `*******1730`; only `reveal` returns the complete AMKA. */
    amka: z.string().optional(),
  }),
  /** Newest request first. */
  grants: z.array(patientGrant),
  /** Number of times that the center can still resend a link today. */
  linksLeftToday: z.number().int(),
});
export type PatientSheet = z.infer<typeof patientSheet>;

/** One access of a doctor to a patient's exams. */
export const accessLogEntry = z.object({
  id: z.string(),
  at: instant,
  doctor: requestingDoctor,
  what: z.enum(['list', 'view', 'download']),
  examType: examType.nullable(),
});
export type AccessLogEntry = z.infer<typeof accessLogEntry>;

export const revealedAmka = z.object({
  /** null if the record has none. */
  amka: z.string().nullable(),
});

/** The grant whose link is resent; required only if several are active. */
export const linkResend = z.object({ grantId: optional(z.string().max(40)) }).optional();

export const linkResendReply = z.object({
  ok: z.literal(true),
  /** The recipient's phone number, masked to its last three digits. */
  sentTo: z.string(),
});

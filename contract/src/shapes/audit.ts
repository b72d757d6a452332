import * as z from 'zod';
import { auditActors, auditGroupNames, auditOutcomes } from '../operations/audit-events.ts';
import { issueCode } from '../validation-codes.ts';
import { instant, optional, paging, searchText } from './common.ts';

const day = optional(z.iso.date({ error: issueCode('date_invalid') }));

/**
 * Filter of audit events; all conditions apply. `search` is a complete identifier (see the route). Days are in
 * `TIME_ZONE`, inclusive.
 */
const auditFilter = {
  search: searchText,
  group: optional(z.enum(auditGroupNames)),
  outcome: optional(z.enum(auditOutcomes)),
  dateFrom: day,
  dateTo: day,
};
export const auditExportQuery = z.object(auditFilter);
export const auditQuery = z.object({ ...auditFilter, ...paging });
export type AuditQuery = z.infer<typeof auditQuery>;

/** An audit event on the administrator's screen: patients as pseudonyms, no clinical data. */
export const auditEntry = z.object({
  id: z.string(),
  at: instant,
  /** A key of `auditEvents`. */
  event: z.string(),
  outcome: z.enum(auditOutcomes),
  actor: z.object({
    kind: z.enum(auditActors),
    userId: z.string().nullable(),
    email: z.string().nullable(),
    doctor: z.object({ id: z.string(), firstName: z.string(), lastName: z.string() }).nullable(),
    /** The name of a center's member; null for the center's own account. */
    member: z.string().nullable(),
  }),
  /** The audit log's reference of the session. `network` is the shortened client address. */
  session: z.string().nullable(),
  network: z.string().nullable(),
  center: z.object({ id: z.string(), name: z.string(), centerId: z.string() }).nullable(),
  /** The audit log's pseudonym of the patient, and the public id; null if the patient no longer exists. */
  patient: z.object({ id: z.string(), patientId: z.string().nullable() }).nullable(),
  object: z.object({ kind: z.string(), id: z.string() }).nullable(),
  /** The grant or the request that authorized the action. */
  grant: z.string().nullable(),
  /** The grant is active and can be revoked. */
  grantLives: z.boolean(),
  requestId: z.string().nullable(),
  details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  /** The event's number in the chain; null until it is chained. */
  record: z.number().int().nullable(),
});
export type AuditEntry = z.infer<typeof auditEntry>;

/** State of the audit chain. `npm run audit:verify` verifies the signed records. */
export const auditState = z.object({
  /** Number of the last chained record; 0 before the first. */
  records: z.number().int(),
  /** Age of the oldest event that is not chained. */
  unsealedMs: z.number().nonnegative(),
  signed: z.object({ record: z.number().int(), at: instant }).nullable(),
  /** Age of the oldest record that is not signed. */
  unsignedMs: z.number().nonnegative(),
});
export type AuditState = z.infer<typeof auditState>;

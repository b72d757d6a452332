import * as z from 'zod';
import { auditActors, auditGroupNames, auditOutcomes } from '../operations/audit-events.ts';
import { validationMessages } from '../validation-messages.ts';
import { instant, optional, paging, searchText } from './common.ts';

const day = optional(z.iso.date({ error: validationMessages.dateInvalid }));

/** Which events: all these at once. `search` is a whole identifier (see the route), the days are of `TIME_ZONE` and inclusive. */
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

/** One event of the audit trail, as the administrator reads it: pseudonyms of patients, and nothing clinical. */
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
  }),
  /** How the trail names a session, and the addresses it came from, shortened. */
  session: z.string().nullable(),
  network: z.string().nullable(),
  center: z.object({ id: z.string(), name: z.string(), centerId: z.string() }).nullable(),
  /** The trail's own name of a patient, and the public id; null where there is no such patient any more. */
  patient: z.object({ id: z.string(), patientId: z.string().nullable() }).nullable(),
  object: z.object({ kind: z.string(), id: z.string() }).nullable(),
  /** The grant, or the request, under which it was done. */
  grant: z.string().nullable(),
  /** It stands now, and may be ended. */
  grantLives: z.boolean(),
  requestId: z.string().nullable(),
  details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  /** Its number in the chain; null while it waits for its seal. */
  record: z.number().int().nullable(),
});
export type AuditEntry = z.infer<typeof auditEntry>;

/** How far the trail is sealed and signed: what was signed is verified by `npm run audit:verify`. */
export const auditState = z.object({
  /** The last sealed record; 0 before the first. */
  records: z.number().int(),
  /** How long the oldest event has waited for its seal. */
  unsealedMs: z.number().nonnegative(),
  signed: z.object({ record: z.number().int(), at: instant }).nullable(),
  /** How long a record has waited for a signature. */
  unsignedMs: z.number().nonnegative(),
});
export type AuditState = z.infer<typeof auditState>;

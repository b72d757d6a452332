import * as z from 'zod';
import { role } from './accounts.ts';
import { instant } from './common.ts';

/**
 * Kinds of alarms for the administrator; their rules are in the server's `domain/alarms/rules.ts`. While a
 * `codes_burnt` alarm is unseen, that doctor's requests pause.
 */
export const alarmKinds = [
  'codes_burnt',
  'unknown_numbers',
  'many_downloads',
  'sms_half',
  'sms_spent',
  'infected_file',
  'payments',
  'payment_undecided',
  'payment_provider',
  'document_refused',
  'sign_in_guesses',
  'spread_guesses',
  'new_browser',
  'amka_reveals',
  'unusual_access',
  'mass_access',
  'account_mass_access',
  'denials',
  'token_network',
  'audit_exports',
  'grants_revoked',
  'center_unpaid',
  'passkey_copied',
  'password_known',
] as const;
export type AlarmKind = (typeof alarmKinds)[number];

export const alarm = z.object({
  id: z.string(),
  kind: z.enum(alarmKinds),
  raisedAt: instant,
  seenAt: instant.nullable(),
  /** The doctor whose actions raised it; null if it concerns no single doctor. */
  doctor: z
    .object({
      id: z.string(),
      firstName: z.string(),
      lastName: z.string(),
      licenseNumber: z.string(),
      email: z.string(),
    })
    .nullable(),
  /** The account whose actions raised it, or whose money or documents it is about; also a doctor's. `name` is the center's; null for the others. */
  account: z.object({ id: z.string(), role: role, name: z.string().nullable(), email: z.string() }).nullable(),
  /** What was counted when it was raised; null where nothing is counted. */
  count: z.number().int().nullable(),
  /** The address block it came from, if that is known. */
  network: z.string().nullable(),
  browser: z.string().nullable(),
  system: z.string().nullable(),
  /** The alarm put the account on hold, and no administrator has released it. */
  isHeld: z.boolean(),
});
export type Alarm = z.infer<typeof alarm>;

import * as z from 'zod';
import { instant } from './common.ts';

/** Alarms for the administrator. While a `codes_burnt` alarm is unseen, that doctor's requests pause. */
export const alarmKinds = [
  'codes_burnt',
  'unknown_numbers',
  'many_downloads',
  'sms_half',
  'sms_spent',
  'infected_file',
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
  /** The center whose exam is infected. */
  center: z.object({ id: z.string(), name: z.string() }).optional(),
});
export type Alarm = z.infer<typeof alarm>;

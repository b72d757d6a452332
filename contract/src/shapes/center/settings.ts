import * as z from 'zod';
import { optional, strictObject } from '../common.ts';

/** Whether a center requires a second factor of its members and its own account. */
const secondFactor = z.enum(['optional', 'required']);

/** For how many minutes a session of a center may idle; the longest is what the portal allows. */
export const idleMinutesRange = { min: 5, max: 30 } as const;
const idleMinutes = z.number().int().min(idleMinutesRange.min).max(idleMinutesRange.max);

/** An absent field is unchanged. */
export const centerSettingsChange = strictObject({
  secondFactor: optional(secondFactor),
  idleMinutes: optional(idleMinutes),
});
export type CenterSettingsChange = z.output<typeof centerSettingsChange>;

export const centerSettings = z.object({
  secondFactor,
  /** The first day on which it is required; null while it is optional. */
  secondFactorFrom: z.iso.date().nullable(),
  /** How long a person may do without, from the first sign-in at which it is required. */
  graceDays: z.number().int(),
  idleMinutes: z.number().int(),
  /** Who has no second factor yet: the center’s own account, and the active members by name. */
  withoutFactor: z.object({
    ownAccount: z.boolean(),
    members: z.array(z.object({ id: z.string(), displayName: z.string() })),
  }),
});
export type CenterSettings = z.infer<typeof centerSettings>;

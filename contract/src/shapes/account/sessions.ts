import * as z from 'zod';
import { instant } from '../common.ts';

/** One of the user's own sessions in a list, without its secret. */
export const sessionEntry = z.object({
  id: z.string(),
  /** Browser name from a short list; null for any other program. */
  browser: z.string().nullable(),
  system: z.string().nullable(),
  /** Network of the sign-in, never the full address: `203.0.113.0/24`; null for the portal's own machine. */
  network: z.string().nullable(),
  signedInAt: instant,
  /** Accurate to one minute, because it is not written more often (security 2.5). */
  lastSeenAt: instant,
  isCurrent: z.boolean(),
});
export type SessionEntry = z.infer<typeof sessionEntry>;

/** Number of sessions that were ended. */
export const revokedSessionsReply = z.object({ ended: z.number().int() });

import * as z from 'zod';
import { instant } from './common.ts';

/** A session of one's own as it is listed: by what tells it apart, never by its secret. */
export const sessionEntry = z.object({
  id: z.string(),
  /** What the browser calls itself, from a short list; null for another program. */
  browser: z.string().nullable(),
  system: z.string().nullable(),
  /** The network of the sign-in, never the whole address: `203.0.113.0/24`; null where it is the portal's own machine. */
  network: z.string().nullable(),
  signedInAt: instant,
  /** Exact to a minute: written no more often (security 2.5). */
  lastSeenAt: instant,
  isCurrent: z.boolean(),
});
export type SessionEntry = z.infer<typeof sessionEntry>;

/** How many sessions an act ended. */
export const endSessionsReply = z.object({ ended: z.number().int() });

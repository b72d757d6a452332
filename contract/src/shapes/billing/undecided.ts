import * as z from 'zod';
import { cents } from './amounts.ts';

/** A card payment of another amount or currency than was asked. An administrator records it or gives it back. */
export const undecidedPayment = z.object({
  id: z.string(),
  userId: z.string(),
  /** Name of the doctor or center. */
  name: z.string(),
  /** In euros. */
  askedCents: cents,
  /** What came, in the smallest unit of its currency. */
  cents,
  /** ISO 4217. Only euros can be recorded. */
  currency: z.string(),
  receivedOn: z.iso.date(),
  /** Whether the portal has a provider, which sends it back. */
  canSendBack: z.boolean(),
});
export type UndecidedPayment = z.infer<typeof undecidedPayment>;

import * as z from 'zod';

/** Which due is paid; the first if none is named. */
export const checkout = z.object({ due: z.string().optional() });

export const checkoutReturn = z.object({ attempt: z.string() });

/** A page of the payment provider. */
export const redirect = z.object({ redirectUrl: z.string() });

/** How a payment ended; `checking` while the provider has not said. */
export const checkoutStates = ['paid', 'checking', 'failed', 'cancelled'] as const;
export const checkoutResult = z.object({
  state: z.enum(checkoutStates),
  /** `save`: nothing was due; a card is saved. */
  purpose: z.enum(['pay', 'save']),
});
export type CheckoutState = (typeof checkoutStates)[number];
export type CheckoutResult = z.infer<typeof checkoutResult>;

import type { AccountRow } from './accounts.ts';

/** Returns whether an account has the money, in cents, for what is asked: its invoice waits for VIES, and then pays it. */
export function hasPaid({ due }: AccountRow, creditCents: number): boolean {
  return due !== null && !due.hasInvoice && creditCents >= due.grossCents;
}

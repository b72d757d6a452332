import type { OpenDue } from '@medcloud/contract';
import type { BankAccount } from '../../../platform/config/billing/billing-settings.ts';
import { toSvgPath } from '../../../platform/money/qr-code.ts';
import { createTransferQr } from '../../../platform/money/transfer-qr.ts';
import type { OpenDueRow } from './reads.ts';

/** Shows what is owed and how to transfer it. Without an account of the operator, only what is owed. */
export function showDue(
  due: OpenDueRow,
  bank: BankAccount | null,
  start: Pick<OpenDue, 'startsAgain' | 'startsWithPayment'>,
): OpenDue {
  const { id, openCents, netCents, vatCents, dueOn, from, to, rf } = due;
  const owed = { id, amountCents: openCents, netCents, vatCents, dueOn, from, to, ...start, rf };
  if (bank === null) return { ...owed, iban: null, bic: null, holder: null, qr: null };
  const code = createTransferQr({ ...bank, cents: openCents, rf });
  return { ...owed, ...bank, qr: { size: code.size, path: toSvgPath(code) } };
}

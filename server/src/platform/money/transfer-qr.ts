import { createQr, type QrCode } from './qr-code.ts';

/** A transfer in euros to an account of the SEPA area. */
export interface Transfer {
  holder: string;
  iban: string;
  bic: string | null;
  cents: number;
  /** Creditor reference (ISO 11649), without blanks. */
  rf: string;
}

const maxHolderLength = 70;
// EPC069-12: at most version 13, with level M
const limits = { maxVersion: 13 } as const;

/** Creates the QR code with which banking apps fill in a transfer (EPC069-12, version 002). */
export function createTransferQr({ holder, iban, bic, cents, rf }: Transfer): QrCode {
  const amount = `EUR${(cents / 100).toFixed(2)}`;
  // without a purpose; the reference is structured, so there is no free text
  const lines = ['BCD', '002', '1', 'SCT', bic ?? '', holder.slice(0, maxHolderLength), iban, amount, '', rf];
  return createQr(lines.join('\n'), limits);
}

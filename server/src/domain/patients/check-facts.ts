import { amkaAgreesWithBirthDate, sentences } from '@medcloud/contract';
import { fieldFault } from '@medcloud/contract/faults';
import { type Portal, today } from '../portal/portal.ts';
import { readMobile } from './phone.ts';

/** A phone as it is kept, in E.164. Fails with `validation` where it is none that can receive an SMS. */
export function readPhone(typed: string): string {
  const phone = readMobile(typed);
  if (phone === null) throw fieldFault('phone', sentences.mobileRequired);
  return phone;
}

/** A birth date is of the past by the server's own day. Fails with `validation`. */
export function checkBirthDate(portal: Pick<Portal, 'settings' | 'clock'>, dateOfBirth: string): void {
  if (dateOfBirth >= today(portal)) throw fieldFault('dateOfBirth', sentences.birthDateRange);
}

/** An AMKA of another birth date must be confirmed once (product, "Names"). Fails with `validation` on `amkaConfirmed`. */
export function checkAmka(amka: string | null, dateOfBirth: string, isConfirmed: boolean | undefined): void {
  if (amka === null || isConfirmed || amkaAgreesWithBirthDate(amka, dateOfBirth)) return;
  throw fieldFault('amkaConfirmed', sentences.amkaBirthDate);
}

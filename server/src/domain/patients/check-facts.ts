import { isAmkaForBirthDate, validationMessages } from '@medcloud/contract';
import { createFieldFault } from '@medcloud/contract/faults';
import { type AppContext, today } from '../core/context.ts';
import { parseMobile } from './phone.ts';

/** A phone as it is kept, in E.164. Fails with `validation` where it is none that can receive an SMS. */
export function parsePhone(typed: string): string {
  const phone = parseMobile(typed);
  if (phone === null) throw createFieldFault('phone', validationMessages.mobileRequired);
  return phone;
}

/** A birth date is of the past by the server's own day. Fails with `validation`. */
export function checkBirthDate(context: Pick<AppContext, 'settings' | 'clock'>, dateOfBirth: string): void {
  if (dateOfBirth >= today(context)) throw createFieldFault('dateOfBirth', validationMessages.birthDateRange);
}

/** An AMKA of another birth date must be confirmed once (product, "Names"). Fails with `validation` on `amkaConfirmed`. */
export function checkAmka(amka: string | null, dateOfBirth: string, isConfirmed: boolean | undefined): void {
  if (amka === null || isConfirmed || isAmkaForBirthDate(amka, dateOfBirth)) return;
  throw createFieldFault('amkaConfirmed', validationMessages.amkaBirthDate);
}

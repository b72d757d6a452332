import { isAmkaForBirthDate, issueCode } from '@medcloud/contract';
import { createFieldFault } from '@medcloud/contract/faults';
import { type AppContext, today } from '../core/context.ts';
import { parseMobile } from './phone.ts';

/** Returns a phone in E.164. Throws `validation` if it cannot receive an SMS. */
export function parsePhone(typed: string): string {
  const phone = parseMobile(typed);
  if (phone === null) throw createFieldFault('phone', issueCode('mobile_required'));
  return phone;
}

/** Throws `validation` unless a birth date is before the server's today. */
export function checkBirthDate(context: Pick<AppContext, 'settings' | 'clock'>, dateOfBirth: string): void {
  if (dateOfBirth >= today(context)) throw createFieldFault('dateOfBirth', issueCode('birth_date_range'));
}

/** Throws `validation` on `amkaConfirmed` for an unconfirmed AMKA of another birth date (product, "Names"). */
export function checkAmka(amka: string | undefined, dateOfBirth: string, isConfirmed: boolean | undefined): void {
  if (amka === undefined || isConfirmed || isAmkaForBirthDate(amka, dateOfBirth)) return;
  throw createFieldFault('amkaConfirmed', issueCode('amka_birth_date'));
}

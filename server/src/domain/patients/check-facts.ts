import { isAmkaForBirthDate, issueCode } from '@medcloud/contract';
import { createFieldFault } from '@medcloud/contract/faults';
import type { ValidationCode } from '@medcloud/contract/validation-codes';
import { type AppContext, today } from '../core/context.ts';
import { parsePhone } from './phone.ts';

/** Returns a phone in E.164. Throws `validation` on `field` if it cannot receive an SMS or is of a refused kind. */
export function requireMobile(typed: string, field: string, notMobile: ValidationCode): string {
  const phone = parsePhone(typed);
  if (phone.number !== null) return phone.number;
  throw createFieldFault(field, issueCode(phone.reason === 'kind-refused' ? 'phone_kind_refused' : notMobile));
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

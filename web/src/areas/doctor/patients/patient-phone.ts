import { limits } from '@medcloud/contract/limits';
import { joinPhone, phonePrefixes } from '@medcloud/contract/phones';
import type { PhoneValue } from '../../../ui/forms/phone-input.tsx';

/** The result of a typed number: the full number to send, or what is wrong with it (specification, section 5). */
export type PhoneResult = { kind: 'valid'; phone: string } | { kind: 'empty' } | { kind: 'invalid' };

/** Joins prefix and number. Drops leading zeros. At least seven digits are required. */
export function parsePhone({ prefix, number }: PhoneValue): PhoneResult {
  if (number.trim() === '') return { kind: 'empty' };
  if (number.replace(/\D/g, '').length < limits.phoneMinDigits) return { kind: 'invalid' };
  return { kind: 'valid', phone: joinPhone(prefix, number) };
}

/** An empty field with the preset prefix. */
export const emptyPhone: PhoneValue = { prefix: phonePrefixes[0][1], number: '' };

/** Splits a full number into its country prefix and the rest, as the field shows it. */
export function splitPhone(phone: string): PhoneValue {
  const known = phonePrefixes.map(([, prefix]) => prefix).filter((prefix) => phone.startsWith(prefix));
  const longest = known.toSorted((one, other) => other.length - one.length)[0];
  return longest === undefined
    ? { ...emptyPhone, number: phone }
    : { prefix: longest, number: phone.slice(longest.length) };
}

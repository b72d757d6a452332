import { limits } from '@medcloud/contract/limits';
import { joinPhone, phonePrefixes } from '@medcloud/contract/phones';
import type { PhoneValue } from '../../../ui/forms/phone-input.tsx';

/** What a typed number comes to: the whole number to send, or what is wrong with it (specification, section 5). */
export type PhoneResult = { kind: 'whole'; phone: string } | { kind: 'empty' } | { kind: 'invalid' };

/** Reads prefix and number as one. Leading zeros go; at least seven digits must be typed. */
export function parsePhone({ prefix, number }: PhoneValue): PhoneResult {
  if (number.trim() === '') return { kind: 'empty' };
  if (number.replace(/\D/g, '').length < limits.phoneMinDigits) return { kind: 'invalid' };
  return { kind: 'whole', phone: joinPhone(prefix, number) };
}

/** An empty field, with the preset prefix. */
export const emptyPhone: PhoneValue = { prefix: phonePrefixes[0][1], number: '' };

/** A whole number as the field shows it: its country's prefix apart. */
export function splitPhone(phone: string): PhoneValue {
  const known = phonePrefixes.map(([, prefix]) => prefix).filter((prefix) => phone.startsWith(prefix));
  const longest = known.toSorted((one, other) => other.length - one.length)[0];
  return longest === undefined
    ? { ...emptyPhone, number: phone }
    : { prefix: longest, number: phone.slice(longest.length) };
}

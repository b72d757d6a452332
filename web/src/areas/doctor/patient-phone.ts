import { limits } from '@medcloud/contract/limits';
import { joinPhone } from '@medcloud/contract/phones';
import type { PhoneValue } from '../../ui/phone-input.tsx';

/** What a typed number comes to: the whole number to send, or what is wrong with it (specification, section 5). */
export type PhoneReading = { kind: 'whole'; phone: string } | { kind: 'empty' } | { kind: 'invalid' };

/** Reads prefix and number as one. Leading zeros go; at least seven digits must be typed. */
export function readPhone({ prefix, number }: PhoneValue): PhoneReading {
  if (number.trim() === '') return { kind: 'empty' };
  if (number.replace(/\D/g, '').length < limits.phoneMinDigits) return { kind: 'invalid' };
  return { kind: 'whole', phone: joinPhone(prefix, number) };
}

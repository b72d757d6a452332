import { limits, sentences } from '@medcloud/contract';
import { fieldFault } from '@medcloud/contract/faults';
import type { Portal } from '../portal/portal.ts';
import { isEasyPassword } from './easy-password.ts';

/**
 * Holds a password that a person chooses to what the posture asks (product, "Sessions"): on https 15 characters, and
 * nothing that is tried early; `about` is what is known of its owner. Fails with `validation` on the field.
 */
export function checkStrength(
  { settings }: Pick<Portal, 'settings'>,
  password: string,
  { field, about }: { field: string; about: readonly string[] },
): void {
  if (settings.posture !== 'production') return;
  if (password.length < limits.productionPasswordMin) throw fieldFault(field, sentences.passwordShort15);
  if (isEasyPassword(password, about)) throw fieldFault(field, sentences.passwordEasy);
}

import { limits, validationMessages } from '@medcloud/contract';
import { createFieldFault } from '@medcloud/contract/faults';
import type { AppContext } from '../../core/context.ts';
import { isCommonPassword } from './is-common-password.ts';

/**
 * Holds a password that a person chooses to what the posture asks (product, "Sessions"): on https 15 characters, and
 * nothing that is tried early; `about` is what is known of its owner. Fails with `validation` on the field.
 */
export function checkPasswordStrength(
  { settings }: Pick<AppContext, 'settings'>,
  password: string,
  { field, personalWords }: { field: string; personalWords: readonly string[] },
): void {
  if (settings.posture !== 'production') return;
  if (password.length < limits.productionPasswordMin) throw createFieldFault(field, validationMessages.passwordShort15);
  if (isCommonPassword(password, personalWords)) throw createFieldFault(field, validationMessages.passwordEasy);
}

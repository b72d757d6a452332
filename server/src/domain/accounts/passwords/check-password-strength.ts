import { issueCode, limits } from '@medcloud/contract';
import { createFieldFault } from '@medcloud/contract/faults';
import type { AppContext } from '../../core/context.ts';
import { isCommonPassword } from './is-common-password.ts';

/**
 * Checks a chosen password against the posture's rules (product, "Sessions"). In production (https) it needs 15
 * characters and must not be common. `personalWords` is what is known about its owner. Throws `validation` on `field`.
 */
export function checkPasswordStrength(
  { settings }: Pick<AppContext, 'settings'>,
  password: string,
  { field, personalWords }: { field: string; personalWords: readonly string[] },
): void {
  if (settings.posture !== 'production') return;
  if (password.length < limits.productionPasswordMin) throw createFieldFault(field, issueCode('password_short_15'));
  if (isCommonPassword(password, personalWords)) throw createFieldFault(field, issueCode('password_common'));
}

import { Fault } from '@medcloud/contract/faults';
import type { FactorSetup } from '@medcloud/contract/shapes/accounts';
import { addDays } from '../../platform/time/days.ts';
import type { AuthenticatedPrincipal } from '../authorization/principal.ts';
import type { SessionRole } from '../core/column-values.ts';
import { type AppContext, today } from '../core/context.ts';
import type { Reader, Tx } from '../database.ts';
import { doesCenterRequireFactor, hasFactor } from './reads.ts';

type SetupContext = Pick<AppContext, 'clock' | 'settings'>;

/** Of whom a session's second factor is required. */
export interface FactorHolder {
  role: SessionRole;
  /** The first day on which the center of the session requires one; null if it does not. */
  secondFactorFrom: string | null;
}

/** Whether a session must have a second factor: by REQUIRE_SECOND_FACTOR, or because its center says so. */
export function requiresFactor({ settings }: Pick<AppContext, 'settings'>, holder: FactorHolder): boolean {
  if (holder.role === 'medical_center') return holder.secondFactorFrom !== null;
  return settings.requiredFactor.roles.some((required) => required === holder.role);
}

/** Whether the caller's account must have a second factor: as its role, or in any of its centers. */
export async function mustHaveFactor(
  context: Pick<AppContext, 'settings'>,
  tx: Reader,
  principal: AuthenticatedPrincipal,
): Promise<boolean> {
  const isRequired = requiresFactor(context, { role: roleOf(principal), secondFactorFrom: null });
  return isRequired || (await doesCenterRequireFactor(tx));
}

/** Returns the role of a signed-in user's account. */
export function roleOf({ kind }: AuthenticatedPrincipal): SessionRole {
  return kind === 'center' ? 'medical_center' : kind;
}

/** Throws `last_factor` if the caller's account must have a second factor, and its last one was removed in this transaction. */
export async function checkFactorLeft(
  context: Pick<AppContext, 'settings'>,
  tx: Tx,
  principal: AuthenticatedPrincipal,
): Promise<void> {
  if ((await mustHaveFactor(context, tx, principal)) && !(await hasFactor(tx))) throw new Fault('last_factor');
}

/**
 * Describes until when an account without a second factor must set one up; null if none is required. An administrator must at once,
 * all others after the days of grace, which begin at a sign-in: a session from before that has them all. They begin again on the
 * day on which a center requires one.
 */
export function describeFactorSetup(
  context: SetupContext,
  holder: FactorHolder & { factorDueOn: string | null },
): FactorSetup | null {
  if (!requiresFactor(context, holder)) return null;
  const day = today(context);
  const dueOn = holder.role === 'admin' ? day : lastDayOf(context, holder);
  return { dueOn, isDue: dueOn <= day };
}

function lastDayOf(
  context: SetupContext,
  { factorDueOn, secondFactorFrom }: Pick<FactorHolder, 'secondFactorFrom'> & { factorDueOn: string | null },
): string {
  if (secondFactorFrom === null) return factorDueOn ?? lastDayOfGrace(context);
  // also of an API token, whose account may never sign in again
  const ofCenter = addDays(secondFactorFrom, context.settings.requiredFactor.graceDays);
  return factorDueOn === null || factorDueOn < ofCenter ? ofCenter : factorDueOn;
}

/** Returns the day on which a second factor is due if the grace begins today. */
export function lastDayOfGrace(context: SetupContext): string {
  return addDays(today(context), context.settings.requiredFactor.graceDays);
}

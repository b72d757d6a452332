import type { Transitions } from '../../../platform/db/transitions.ts';
import { record } from '../../audit/record/record.ts';
import { type AppContext, today } from '../../core/context.ts';
import type { Tx } from '../../database.ts';
import type { BillingCause } from '../cause.ts';
import { findContract, upsertContract } from './contract-store.ts';
import { findUser } from './reads.ts';
import { type SubscriptionAct, type SubscriptionState, subscriptionTransitions } from './states.ts';

export interface AccessChange {
  userId: string;
  act: SubscriptionAct;
  /** What is charged from now on, and when the next payment is asked for. Omitted: as before. */
  contract?: { priceId: string; method: 'bank' | 'card'; nextDueOn: string | null };
  /** The access of the account. Omitted: as before. */
  access?: { status: 'active' | 'inactive'; start: string; end: string };
}

const transitions: Transitions<string> = subscriptionTransitions;

/**
 * Moves a billed account to another state and gives it the access of that state, in one transaction: for billing, the only
 * writer of both. A center keeps its access, whatever it owes. Returns false, and changes nothing, if the state does not
 * allow the act. The caller has locked the account.
 */
export async function setAccess(
  context: Pick<AppContext, 'clock' | 'settings' | 'events'>,
  tx: Tx,
  cause: BillingCause,
  { userId, act, contract, access }: AccessChange,
): Promise<boolean> {
  const before = await findContract(tx, userId);
  const from = before?.state ?? 'none';
  const to = transitions[from]?.[act] as SubscriptionState | undefined;
  const charged = contract ?? before;
  if (to === undefined || charged === null) return false;
  const since = before && from === to ? before.since : today(context);
  await upsertContract(tx, { ...charged, userId, state: to, since }, from === 'ended');
  if (access && (act === 'activate' || (await gates(tx, userId))))
    await context.events.emit(tx, 'subscription_changed', { userId, ...access });
  if (from === to) return true;
  await record(tx, {
    event: 'subscription_state_changed',
    ...cause.audit,
    object: { kind: 'user', id: userId },
    details: { from, to },
  });
  if (to === 'past_due' || to === 'suspended') await emitCenterUnpaid(context, tx, userId);
  return true;
}

/** Emits that a center does not pay. A doctor who does not pay loses access: no alarm is needed. */
async function emitCenterUnpaid(context: Pick<AppContext, 'events'>, tx: Tx, userId: string): Promise<void> {
  const center = await tx.selectFrom('medical_centers').select('id').where('user_id', '=', userId).executeTakeFirst();
  if (center) await context.events.emit(tx, 'center_unpaid', { centerId: center.id });
}

const gates = async (tx: Tx, userId: string) => (await findUser(tx, userId))?.role === 'doctor';

import { record } from '../../audit/record/record.ts';
import { notifyClients } from '../../core/notify-clients.ts';
import type { Tx } from '../../database.ts';
import { portalCause } from '../cause.ts';
import { findCredit } from '../ledger/reads.ts';
import type { UpgradeContext } from './ask-for-upgrade.ts';
import { findUpgradeRequest } from './center-reads.ts';
import { decideUpgradeStep } from './decide-upgrade-step.ts';
import { endUpgrade } from './end-upgrade.ts';
import { chosenPlanOf } from './plans.ts';
import { readUpgrade } from './read-upgrade.ts';
import { sendUpgradeMail } from './send-upgrade-mail.ts';

/** Takes the step of an account's request for an upgrade that is due, if one is. The caller has locked the account. */
export async function takeUpgradeStep(
  context: UpgradeContext,
  tx: Tx,
  userId: string,
  { day, hour }: { day: string; hour: number },
): Promise<void> {
  const due = await findUpgradeRequest(tx, userId);
  // paid, and its invoice waits for VIES
  if (due === null || (await findCredit(tx, userId)) >= due.grossCents) return;
  const step = decideUpgradeStep(await readUpgrade(tx, due), day, hour);
  if (step === null) return;
  if (step !== 'expire') return await sendUpgradeMail(context, tx, portalCause, { due, mail: step });
  await endUpgrade(context, tx, userId, 'expired');
  await sendUpgradeMail(context, tx, portalCause, { due, mail: 'ended' });
  await record(tx, {
    event: 'plan_changed',
    ...portalCause.audit,
    object: { kind: 'user', id: userId },
    details: { wanted: chosenPlanOf(due.price.plan), expired: true },
  });
  await notifyClients(tx, { kind: 'account', ids: [userId], to: { users: [userId], admins: true } });
}

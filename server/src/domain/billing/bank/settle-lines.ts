import { Fault } from '@medcloud/contract/faults';
import { systemScope } from '../../authorization/authorize.ts';
import type { AppContext } from '../../core/context.ts';
import { notifyClients } from '../../core/notify-clients.ts';
import type { Tx } from '../../database.ts';
import { portalCause } from '../cause.ts';
import { findDue } from '../dues/reads.ts';
import type { ReceiveContext } from '../payments/receive-payment.ts';
import { returnPayment } from '../payments/undo-payment.ts';
import { payDue } from './pay-due.ts';
import { findReturnedPayments } from './statement-store.ts';
import { type LineRow, listUnsettled, lockLine, updateLine } from './store.ts';

export type SettleContext = ReceiveContext & Pick<AppContext, 'db'>;

/** The job kind that records the payments of a file's lines, with the payload `{ statementId }`. */
export const settleLinesJob = 'settle-bank-lines';

/** Enqueues the recording of a file's payments, which runs if the caller's transaction commits. */
export async function enqueueSettlement(
  { queue }: Pick<AppContext, 'queue'>,
  tx: Tx,
  statementId: string,
): Promise<void> {
  await queue.add(tx, { kind: settleLinesJob, payload: { statementId }, key: statementId });
}

/**
 * Records the payments of a file's matched lines and undoes those that it returns, each in its own transaction: after an
 * interruption the next attempt goes on with the rest. A line whose payment is refused is left for a person.
 */
export async function settleLines(context: SettleContext, statementId: string, signal: AbortSignal): Promise<void> {
  const scope = systemScope('billing');
  for (;;) {
    const ids = await context.db.within(scope, (tx) => listUnsettled(tx, statementId));
    if (ids.length === 0) return;
    for (const id of ids) {
      signal.throwIfAborted();
      await settleLine(context, id);
    }
  }
}

async function settleLine(context: SettleContext, id: string): Promise<void> {
  const scope = systemScope('billing');
  try {
    await context.db.within(scope, (tx) => settle(context, tx, id));
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    await context.db.within(scope, async (tx) => {
      const line = await lockLine(tx, id);
      if (line && !line.isSettled)
        await updateLine(tx, id, { state: line.state === 'returned' ? 'unmatched' : 'proposed' });
    });
  }
}

async function payFirstDue(context: SettleContext, tx: Tx, line: LineRow): Promise<string> {
  const [dueId = ''] = line.dueIds;
  const due = await findDue(tx, { id: dueId });
  if (due === null) throw new Fault('not_found');
  return await payDue(context, tx, portalCause, line, due);
}

/** Returns the payment that a line takes back; one of the same file is recorded before. */
async function findTakenBack(tx: Tx, { rf, cents, paymentId }: LineRow): Promise<string> {
  if (paymentId !== null) return paymentId;
  const [payment] = rf === null ? [] : await findReturnedPayments(tx, [{ rf, cents }]);
  if (payment === undefined) throw new Fault('not_found');
  return payment.paymentId;
}

async function settle(context: SettleContext, tx: Tx, id: string): Promise<void> {
  const line = await lockLine(tx, id);
  if (line === null || line.isSettled) return;
  const paymentId = line.state === 'returned' ? await findTakenBack(tx, line) : await payFirstDue(context, tx, line);
  if (line.state === 'returned') await returnPayment(context, tx, portalCause, paymentId, null);
  await updateLine(tx, id, { state: line.state, paymentId });
  await notifyClients(tx, { kind: 'account', ids: [id], to: { admins: true } });
}

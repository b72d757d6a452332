import type { BankLineEntry, BankLineMatch } from '@medcloud/contract';
import { createFieldFault, Fault } from '@medcloud/contract/faults';
import { issueCode } from '@medcloud/contract/validation-codes';
import { isUuid } from '../../../platform/ids/ids.ts';
import { parseRf } from '../../../platform/money/rf.ts';
import { record } from '../../audit/record/record.ts';
import { toAuditFields } from '../../audit/record/to-audit-fields.ts';
import type { AdminPrincipal, RequestContext } from '../../authorization/principal.ts';
import type { AdminScope } from '../../authorization/scope.ts';
import { withIdempotency } from '../../core/with-idempotency.ts';
import type { Tx } from '../../database.ts';
import { causeOf } from '../cause.ts';
import { type DueRow, findDue } from '../dues/reads.ts';
import { isIncomingPayment } from './match-line.ts';
import { payDue } from './pay-due.ts';
import type { SettleContext } from './settle-lines.ts';
import { isUndecided } from './states.ts';
import { type LineRow, updateLine } from './store.ts';
import { withLine } from './with-line.ts';

/**
 * Records a movement as the payment of a due's account, as an administrator decided. Throws `invalid_state` for a
 * movement that is paid or is no booked credit in euros, and `validation` for an unknown due or reference.
 */
export async function matchManually(
  context: SettleContext,
  scope: AdminScope,
  request: RequestContext<AdminPrincipal>,
  id: string,
  match: BankLineMatch,
): Promise<BankLineEntry> {
  return await withLine(context, scope, id, async (tx, line) => {
    await withIdempotency(tx, request, async () => {
      checkPayable(line);
      const due = await getDue(tx, match);
      const paymentId = await payDue(context, tx, causeOf(request), line, due);
      await updateLine(tx, id, { state: 'matched', dueIds: [due.id], paymentId });
      await record(tx, {
        event: 'bank_line_matched',
        ...toAuditFields(request),
        object: { kind: 'bank_line', id },
        details: { due: due.id, payment: paymentId, before: line.state },
      });
      return id;
    });
  });
}

function checkPayable(line: LineRow): void {
  const isWaiting = isUndecided(line.state) || line.state === 'ignored';
  if (!isWaiting || !isIncomingPayment({ ...line, isBooked: !line.isPending })) throw new Fault('invalid_state');
}

async function getDue(tx: Tx, { dueId, rf }: BankLineMatch): Promise<DueRow> {
  if (rf === undefined) {
    const due = dueId !== undefined && isUuid(dueId) ? await findDue(tx, { id: dueId }) : null;
    if (due === null) throw createFieldFault('dueId', issueCode('choice_unknown'));
    return due;
  }
  const reference = parseRf(rf);
  const due = reference === null ? null : await findDue(tx, { rf: reference });
  if (due === null) throw createFieldFault('rf', issueCode('reference_invalid'));
  return due;
}

import { issueCode } from '@medcloud/contract';
import { createFieldFault, Fault } from '@medcloud/contract/faults';
import { sql } from 'kysely';
import { isUuid } from '../../../platform/ids/ids.ts';
import { parseRf } from '../../../platform/money/rf.ts';
import type { AdminPrincipal, RequestContext } from '../../authorization/principal.ts';
import type { AdminScope } from '../../authorization/scope.ts';
import { type AppContext, today } from '../../core/context.ts';
import { withIdempotency } from '../../core/with-idempotency.ts';
import type { Tx } from '../../database.ts';
import { causeOf } from '../cause.ts';
import { findDayOfDue, findDue } from '../dues/reads.ts';
import { findUser } from '../subscriptions/reads.ts';
import { type ReceiveContext, receivePayment } from './receive-payment.ts';

export interface ManualPayment {
  /** The reference of a due, as the payer wrote it; or the account. */
  rf?: string | undefined;
  userId?: string | undefined;
  cents: number;
  receivedOn: string;
  text?: string | undefined;
}

/**
 * Records a transfer that an administrator saw at the bank. Throws `validation` for a reference or day that cannot be,
 * `not_found` for an unknown account. Returns the payment's id.
 */
export async function recordPayment(
  context: ReceiveContext & Pick<AppContext, 'db'>,
  scope: AdminScope,
  request: RequestContext<AdminPrincipal>,
  payment: ManualPayment,
): Promise<string> {
  if (payment.receivedOn > today(context)) throw createFieldFault('receivedOn', issueCode('time_future'));
  return await context.db.within(scope, async (tx) => {
    const { id } = await withIdempotency(tx, request, async () => {
      const { cents, receivedOn, text } = payment;
      const { askedOn, ...payer } = await findPayer(context, tx, payment);
      await checkDay(context, tx, receivedOn, askedOn);
      return await receivePayment(context, tx, causeOf(request), {
        ...{ driver: 'hand', ...payer, cents, receivedOn, payer: text },
      });
    });
    return id;
  });
}

/** No money came before what its reference names was asked for, nor before the portal had its first user. */
async function checkDay({ settings }: ReceiveContext, tx: Tx, day: string, askedOn: string | null): Promise<void> {
  if (askedOn !== null && day < askedOn) throw createFieldFault('receivedOn', issueCode('day_before_request'));
  const { first } = await tx
    .selectFrom('users')
    .select(sql<string>`(min(created_at) AT TIME ZONE ${settings.timeZone})::date`.as('first'))
    .executeTakeFirstOrThrow();
  if (day < first) throw createFieldFault('receivedOn', issueCode('day_before_portal'));
}

interface Payer {
  userId: string;
  dueId?: string;
  /** The day on which what the payer named was asked for. */
  askedOn: string | null;
}

async function findPayer(
  { settings: { timeZone } }: ReceiveContext,
  tx: Tx,
  { rf, userId = '' }: ManualPayment,
): Promise<Payer> {
  if (rf !== undefined) {
    const reference = parseRf(rf);
    const due = reference === null ? null : await findDue(tx, { rf: reference });
    if (due === null) throw createFieldFault('rf', issueCode('reference_invalid'));
    return { userId: due.userId, dueId: due.id, askedOn: await findDayOfDue(tx, due.id, timeZone) };
  }
  const user = isUuid(userId) ? await findUser(tx, userId) : null;
  if (user === null || user.role === 'admin') throw new Fault('not_found');
  return { userId, askedOn: null };
}

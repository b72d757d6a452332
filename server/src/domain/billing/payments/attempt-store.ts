import { type Insertable, sql, type Updateable } from 'kysely';
import type { Reader, Tx } from '../../database.ts';
import { type AttemptState, liveStates } from './attempt-states.ts';
import type { AttemptPurpose, PaymentAttemptsTable } from './tables.ts';

export interface AttemptRow {
  id: string;
  userId: string;
  dueId: string | null;
  paymentId: string | null;
  creditNoteId: string | null;
  reviewedId: string | null;
  receivedRef: string | null;
  receivedCents: number | null;
  receivedCurrency: string | null;
  settledAt: Date | null;
  purpose: AttemptPurpose;
  cents: number;
  state: AttemptState;
  ref: string | null;
  methodRef: string | null;
  redirectUrl: string | null;
  faultCode: string | null;
  createdAt: Date;
}

function selectAttempts(tx: Reader) {
  return tx
    .selectFrom('payment_attempts')
    .select(['id', 'purpose', 'cents', 'state'])
    .select(['user_id as userId', 'due_id as dueId', 'payment_id as paymentId', 'credit_note_id as creditNoteId'])
    .select(['provider_ref as ref', 'method_ref as methodRef', 'redirect_url as redirectUrl'])
    .select([
      'fault_code as faultCode',
      'created_at as createdAt',
      'reviewed_id as reviewedId',
      'settled_at as settledAt',
    ])
    .select([
      'received_ref as receivedRef',
      'received_cents as receivedCents',
      'received_currency as receivedCurrency',
    ]);
}

/** Inserts an attempt. Throws `conflict` if its due has one whose end is not known. */
export async function insertAttempt(tx: Tx, attempt: Insertable<PaymentAttemptsTable>): Promise<void> {
  await tx.insertInto('payment_attempts').values(attempt).execute();
}

export async function findAttempt(tx: Reader, id: string): Promise<AttemptRow | null> {
  return (await selectAttempts(tx).where('id', '=', id).executeTakeFirst()) ?? null;
}

/** Locks an attempt until the transaction ends. The caller has locked the account. */
export async function lockAttempt(tx: Tx, id: string): Promise<AttemptRow | null> {
  return (await selectAttempts(tx).where('id', '=', id).forUpdate().executeTakeFirst()) ?? null;
}

/** Finds the attempt of a due, or of saving a card, whose end is not known. */
export async function findLiveAttempt(
  tx: Reader,
  of: { dueId: string } | { savingUserId: string },
): Promise<AttemptRow | null> {
  const live = selectAttempts(tx).where('state', 'in', liveStates);
  const query =
    'dueId' in of
      ? live.where('due_id', '=', of.dueId)
      : live.where('user_id', '=', of.savingUserId).where('purpose', '=', 'save');
  return (await query.executeTakeFirst()) ?? null;
}

type Change = Pick<
  Updateable<PaymentAttemptsTable>,
  | ('state' | 'provider_ref' | 'redirect_url' | 'fault_code' | 'is_hard' | 'payment_id')
  | ('received_ref' | 'received_cents' | 'received_currency')
>;

export async function updateAttempt(tx: Tx, id: string, change: Change): Promise<void> {
  await tx.updateTable('payment_attempts').set(change).where('id', '=', id).execute();
}

/** Ends an attempt. Its page is not shown again. */
export async function endAttempt(tx: Tx, id: string, change: Change & { state: AttemptState }): Promise<void> {
  await tx
    .updateTable('payment_attempts')
    .set({ redirect_url: null, settled_at: sql<Date>`app_now()`, ...change })
    .where('id', '=', id)
    .execute();
}

const maxSwept = 500;

/** Lists attempts whose end is not known for at least `seconds`, the oldest first. */
export async function listLiveAttempts(tx: Reader, seconds: number): Promise<string[]> {
  const rows = await tx
    .selectFrom('payment_attempts')
    .select('id')
    .where('state', 'in', liveStates)
    .where('created_at', '<=', sql<Date>`app_now() - make_interval(secs => ${seconds})`)
    .orderBy('created_at')
    .orderBy('id')
    .limit(maxSwept)
    .execute();
  return rows.map(({ id }) => id);
}

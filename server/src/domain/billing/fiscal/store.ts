import { type Insertable, sql } from 'kysely';
import { transitionOf } from '../../../platform/db/transitions.ts';
import type { FiscalMark } from '../../../platform/outbound/fiscal/fiscal-gateway.ts';
import type { Tx } from '../../database.ts';
import { type FiscalRow, findFiscal } from './reads.ts';
import { fiscalTransitions } from './states.ts';
import type { FiscalDocumentsTable } from './tables.ts';

export async function insertFiscal(
  tx: Tx,
  row: Omit<Insertable<FiscalDocumentsTable>, 'state' | 'tries'>,
): Promise<void> {
  await tx
    .insertInto('fiscal_documents')
    .values({ ...row, state: 'waiting', tries: 0 })
    .execute();
}

/** Reads a document's row and locks it until the transaction ends. */
export async function lockFiscal(tx: Tx, invoiceId: string): Promise<FiscalRow | null> {
  await tx
    .selectFrom('fiscal_documents')
    .select('invoice_id')
    .where('invoice_id', '=', invoiceId)
    .forUpdate()
    .execute();
  return await findFiscal(tx, invoiceId);
}

type Act = 'send' | 'accept' | 'refuse' | 'postpone' | 'lose' | 'retry' | 'void' | 'wait' | 'cancel' | 'keep';

/** What an act writes beside the state. Times are of the database's clock. */
export interface FiscalChange {
  accepted?: FiscalMark;
  cancelMark?: string;
  errorCode?: string | null;
  /** Milliseconds from now to the next attempt; null: none follows by itself. */
  nextTryMs?: number | null;
  tries?: number;
}

/** Moves a document to the state to which an act leads. Returns false if its state refuses the act. */
export async function moveFiscal(tx: Tx, invoiceId: string, act: Act, change: FiscalChange = {}): Promise<boolean> {
  const { from, to } = transitionOf(fiscalTransitions, act);
  const { accepted, cancelMark, errorCode = null, nextTryMs = null, tries } = change;
  const result = await tx
    .updateTable('fiscal_documents')
    .set({
      ...{ state: to, error_code: errorCode, changed_at: sql<Date>`app_now()` },
      next_try_at: nextTryMs === null ? null : sql<Date>`app_now() + ${nextTryMs} * interval '1 millisecond'`,
      ...(accepted === undefined ? {} : { mark: accepted.mark, auth_code: accepted.authCode, qr_url: accepted.qrUrl }),
      ...(cancelMark === undefined ? {} : { cancel_mark: cancelMark }),
      ...(tries === undefined ? {} : { tries }),
    })
    .where('invoice_id', '=', invoiceId)
    .where('state', 'in', from)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Lets the mail of a document wait for its mark, by the database's clock. Returns false if it has one, or gets none. */
export async function holdMail(tx: Tx, invoiceId: string, maxWaitMs: number): Promise<boolean> {
  const result = await tx
    .updateTable('fiscal_documents')
    .set({ mail_at: sql<Date>`app_now() + ${maxWaitMs} * interval '1 millisecond'` })
    .where('invoice_id', '=', invoiceId)
    .where('driver', '=', 'mydata')
    .where('state', 'in', ['waiting', 'sending', 'unknown'])
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

export async function clearHeldMail(tx: Tx, invoiceId: string): Promise<void> {
  await tx.updateTable('fiscal_documents').set({ mail_at: null }).where('invoice_id', '=', invoiceId).execute();
}

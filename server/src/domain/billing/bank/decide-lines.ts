import type { BankLineState } from '@medcloud/contract';
import { mapInTurns } from '../../../platform/concurrency/map-in-turns.ts';
import type { Tx } from '../../database.ts';
import { DueIndex } from './due-index.ts';
import type { LineReferences } from './find-references.ts';
import { isIncomingPayment, matchLine } from './match-line.ts';
import type { BankLine } from './read/bank-line.ts';
import { findReturnedPayments, hasOtherFormat, listDuesToMatch } from './statement-store.ts';
import type { BankStatementsTable } from './tables.ts';

/** A line with its key and the references in it. */
export interface ReadLine {
  line: BankLine;
  key: Buffer;
  references: LineReferences;
}

export interface DecidedLine extends Pick<ReadLine, 'line' | 'key'> {
  state: BankLineState;
  rf: string | null;
  due_ids: string[];
  /** Of a returned line: the payment to undo. */
  payment_id: string | null;
}

/** A few milliseconds of work. */
const linesPerTurn = 100;

type Payments = Awaited<ReturnType<typeof findReturnedPayments>>;

/**
 * Decides what lines pay. Where a file of the other format covers the same days, a match is only proposed: the same
 * transfer may be in both, written differently.
 */
export async function decideLines(
  tx: Tx,
  statement: Omit<BankStatementsTable, 'imported_at'>,
  lines: readonly ReadLine[],
): Promise<DecidedLine[]> {
  const rfs = new Set(lines.flatMap(({ references }) => references.rfs));
  const numbers = lines.flatMap(({ references }) => references.numbers);
  const dues = new DueIndex(await listDuesToMatch(tx, [...rfs], numbers));
  const returns = lines.flatMap(
    ({
      line,
      references: {
        rfs: [rf],
      },
    }) => (rf !== undefined && isTakenBack(line) ? [{ rf, cents: line.cents }] : []),
  );
  const payments = returns.length === 0 ? [] : await findReturnedPayments(tx, returns);
  const isDoubtful = await hasOtherFormat(tx, statement);
  return await mapInTurns(lines, linesPerTurn, ({ line, key, references }) => ({
    line,
    key,
    rf: references.rfs[0] ?? null,
    ...decide(line, references, dues, payments, isDoubtful),
  }));
}

const isTakenBack = ({ isBooked, isReturn, cents }: BankLine) => isBooked && isReturn && cents < 0;

function decide(line: BankLine, references: LineReferences, dues: DueIndex, payments: Payments, isDoubtful: boolean) {
  const nothing = { due_ids: [], payment_id: null };
  if (isTakenBack(line)) {
    const index = payments.findIndex(({ rf, cents }) => references.rfs[0] === rf && cents === -line.cents);
    const [payment] = index < 0 || isDoubtful ? [] : payments.splice(index, 1);
    if (payment === undefined) return { state: 'unmatched' as const, ...nothing };
    return { state: 'returned' as const, due_ids: payment.dueIds, payment_id: payment.paymentId };
  }
  // Nobody has to decide about debits and announcements. A credit in another currency may be a customer's.
  if (!line.isBooked || line.cents <= 0) return { state: 'ignored' as const, ...nothing };
  const match = isIncomingPayment(line) ? matchLine(line, references, dues) : { state: 'unmatched' as const };
  if (match.state === 'matched')
    return { state: isDoubtful ? ('proposed' as const) : match.state, due_ids: [match.due.id], payment_id: null };
  const due_ids = match.state === 'proposed' ? match.dues.map(({ id }) => id) : [];
  return { state: match.state, due_ids, payment_id: null };
}

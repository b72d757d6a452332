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

/** A line of no earlier file. */
export interface FreshLine extends ReadLine {
  /** It may be the same movement as another line: a match is only proposed. */
  isDoubtful: boolean;
}

export interface DecidedLine extends Pick<ReadLine, 'line' | 'key'> {
  state: BankLineState;
  rf: string | null;
  due_ids: string[];
  /** Of a returned line: the payment to undo; null if that is of a line of the same file. */
  payment_id: string | null;
}

/** A few milliseconds of work. */
const linesPerTurn = 100;

/** A payment that a line can take back; of the same file it is recorded later. */
interface ReturnablePayment {
  rf: string;
  cents: number;
  dueIds: string[];
  paymentId: string | null;
}

/**
 * Decides what lines pay, and which payments are taken back, also of the same file. Where a file of the other format covers
 * the same days, a match is only proposed: the same transfer may be in both, written differently.
 */
export async function decideLines(
  tx: Tx,
  statement: Omit<BankStatementsTable, 'imported_at'>,
  lines: readonly FreshLine[],
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
  const hasOther = await hasOtherFormat(tx, statement);
  const matched = await mapInTurns(lines, linesPerTurn, (line) => decide(line, dues, hasOther || line.isDoubtful));
  const own = lines.flatMap(({ line, references: { rfs } }, index) => {
    const { state, due_ids: dueIds = [] } = matched[index] ?? {};
    const [rf] = rfs;
    return state === 'matched' && rf !== undefined ? [{ rf, cents: line.cents, dueIds, paymentId: null }] : [];
  });
  const pool = [...payments, ...own];
  return lines.map(({ line, key, references, isDoubtful }, index) => ({
    ...{ line, key, rf: references.rfs[0] ?? null },
    ...(matched[index] ?? decideReturn(line, references, hasOther || isDoubtful ? [] : pool)),
  }));
}

const isTakenBack = ({ isBooked, isReturn, cents }: BankLine) => isBooked && isReturn && cents < 0;

/** Takes the payment that a line takes back out of those that can be. */
function decideReturn(line: BankLine, { rfs }: LineReferences, pool: ReturnablePayment[]) {
  const index = pool.findIndex(({ rf, cents }) => rfs[0] === rf && cents === -line.cents);
  const [payment] = index < 0 ? [] : pool.splice(index, 1);
  if (payment === undefined) return { state: 'unmatched' as const, due_ids: [], payment_id: null };
  return { state: 'returned' as const, due_ids: payment.dueIds, payment_id: payment.paymentId };
}

/** Returns null for a line that takes money back. */
function decide({ line, references }: ReadLine, dues: DueIndex, isDoubtful: boolean) {
  if (isTakenBack(line)) return null;
  const nothing = { due_ids: [], payment_id: null };
  // Nobody has to decide about debits and announcements. A credit in another currency may be a customer's.
  if (!line.isBooked || line.cents <= 0) return { state: 'ignored' as const, ...nothing };
  const match = isIncomingPayment(line) ? matchLine(line, references, dues) : { state: 'unmatched' as const };
  if (match.state === 'matched')
    return { state: isDoubtful ? ('proposed' as const) : match.state, due_ids: [match.due.id], payment_id: null };
  const due_ids = match.state === 'proposed' ? match.dues.map(({ id }) => id) : [];
  return { state: match.state, due_ids, payment_id: null };
}

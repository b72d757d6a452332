import type { Transport } from '../harness/client.ts';
import { selectByTurn } from '../harness/depth.ts';
import { allRows, groupRows, isRunnable, type Row, type RowGroup } from './rows.ts';
import { transportsOf } from './run-row.ts';

/** Rows of a variant, and the transports by which each is sent. */
export interface MatrixCase {
  group: RowGroup;
  rows: { row: Row; transports: readonly Transport[] }[];
}

const groups = groupRows(allRows);
const isWaiting = (group: RowGroup) => group.rows.every((row) => row.waitsFor === 'STOW');

/** Groups whose route exists, and groups whose route is not implemented. */
export const runnableGroups = groups.filter((group) => isRunnable(group) && !isWaiting(group));
export const waitingGroups = groups.filter((group) => !runnableGroups.includes(group));

/** `people`: sign-in, accounts and consent; `records`: all others. Two phases in two files run in two processes. */
export type Phase = 'people' | 'records';
const peoplePath = /^\/api\/(auth|account|doctor|patient-access|support)\b/;
const phaseOf = ({ path }: RowGroup): Phase => (peoplePath.test(path) ? 'people' : 'records');

/**
 * Returns all rows of a phase. In `npm test` each row is sent once: the transports rotate from row to row, so three
 * neighboring rows cover all of them. In the deep run each row is sent by all its transports.
 */
export function casesOf(phase: Phase): MatrixCase[] {
  const phaseGroups = runnableGroups.filter((group) => phaseOf(group) === phase);
  return phaseGroups.map((group, place) => ({
    group,
    rows: group.rows.map((row, next) => ({ row, transports: selectByTurn(place + next, transportsOf(row)) })),
  }));
}

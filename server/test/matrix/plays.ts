import type { Transport } from '../harness/client.ts';
import { inTurn } from '../harness/depth.ts';
import { transportsOf } from './play.ts';
import { groupRows, isRunnable, type Row, type RowGroup, readRows } from './rows.ts';

/** Rows of a variant, and the transports by which each is played. */
export interface Play {
  group: RowGroup;
  rows: { row: Row; transports: readonly Transport[] }[];
}

const groups = groupRows(readRows());
const waits = (group: RowGroup) => group.rows.every((row) => row.waitsFor === 'STOW');

/** Groups whose route exists, and those that wait for theirs. */
export const played = groups.filter((group) => isRunnable(group) && !waits(group));
export const waiting = groups.filter((group) => !played.includes(group));

/** Who comes in and what people ask of each other; and everything else. Two files, so that two processes play them. */
export type Half = 'people' | 'records';
const ofPeople = /^\/api\/(auth|account|doctor|patient-access|support)\b/;
const halfOf = ({ path }: RowGroup): Half => (ofPeople.test(path) ? 'people' : 'records');

/**
 * All rows of a half. In `npm test` each is played once: the next row by the next of its transports, so that over three neighbours every
 * actor is seen with each. In the deep run each is played by all of them.
 */
export function playsOf(half: Half): Play[] {
  const chosen = played.filter((group) => halfOf(group) === half);
  return chosen.map((group, place) => ({
    group,
    rows: group.rows.map((row, next) => ({ row, transports: inTurn(place + next, transportsOf(row)) })),
  }));
}

/** One row for each kind of answer: each success of a part of the portal, each fault of its API and of DICOMweb. The next row by the next transport. */
export function sample(): Play[] {
  const seen = new Set<string>();
  return played.flatMap((group) => {
    const rows = group.rows
      .filter((row) => isNew(seen, row))
      .map((row, next) => ({ row, transports: inTurn(seen.size + next, transportsOf(row)) }));
    return rows.length > 0 ? [{ group, rows }] : [];
  });
}

function isNew(seen: Set<string>, { path, status, body }: Row): boolean {
  const [, place, part] = path.split(/[/?]/);
  const key = body.startsWith('err:') ? `${place} ${body}` : `${place} ${part} ${status}`;
  if (seen.has(key)) return false;
  seen.add(key);
  return true;
}

import type { Transport } from '../client.ts';
import { transportsOf } from './play.ts';
import { groupRows, isRunnable, type Row, type RowGroup, readRows, routeOf } from './rows.ts';

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

/** All rows of a half, each by every transport. */
export function everyPlay(half: Half): Play[] {
  const chosen = played.filter((group) => halfOf(group) === half);
  return chosen.map((group) => ({ group, rows: group.rows.map((row) => ({ row, transports: transportsOf(row) })) }));
}

/** One row for each route and actor, and one of another site's page for each route, by one transport each: the next one each time. */
export function spread(): Play[] {
  const seen = new Set<string>();
  let turn = 0;
  return played.flatMap((group) => {
    const fresh = group.rows.filter((row) => isNew(seen, row));
    const rows = fresh.map((row) => {
      const transports = transportsOf(row);
      turn += 1;
      return { row, transports: transports.slice(turn % transports.length).slice(0, 1) };
    });
    return rows.length > 0 ? [{ group, rows }] : [];
  });
}

function isNew(seen: Set<string>, { method, path, actor, body }: Row): boolean {
  const route = routeOf(method, path);
  const whose = body === 'err:cross_site' ? 'another site' : actor;
  const key = `${method} ${route?.path ?? path} ${whose}`;
  if (seen.has(key)) return false;
  seen.add(key);
  return true;
}

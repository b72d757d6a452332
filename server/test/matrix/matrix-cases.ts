import { centerRoles } from '@medcloud/contract/permissions';
import type { Transport } from '../harness/client.ts';
import { isDeep, selectByTurn } from '../harness/depth.ts';
import { actorOf, rolesOf, rowOfMember } from './members/member-rows.ts';
import {
  type Actor,
  allRows,
  groupRows,
  isRunnable,
  type MemberActor,
  type Row,
  type RowGroup,
  routeOf,
} from './rows.ts';
import { transportsOf } from './run-row.ts';

/** Rows of a variant, and the transports by which each is sent. */
export interface MatrixCase {
  group: RowGroup;
  /** `member`: sends the row in place of its center's own account. */
  rows: { row: Row; transports: readonly Transport[]; member?: MemberActor }[];
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

const outcomeOf = ({ status, body }: Row) => `${status} ${body}`;

/** Actors that differ only in a state of the account or of the consent, which the same check reads. */
const similarActors: readonly (readonly Actor[])[] = [
  ['doctor_unverified', 'doctor_unsubscribed'],
  ['doctor_no_consent', 'doctor_denied', 'doctor_expired', 'doctor_revoked'],
];

/** Returns the actor's kind: the first of the similar actors. */
export const kindOf = (actor: Actor): Actor => similarActors.find((kinds) => kinds.includes(actor))?.[0] ?? actor;

/** A link's holder and a caller of an open route are not identified: every actor is the same. */
const isIdentified = ({ method, path }: RowGroup) => {
  const access = routeOf(method, path)?.access;
  return access !== 'anyone' && access !== 'holder';
};

/**
 * Returns the rows of a group that this run sends. `npm test` sends a row of every kind of actor and outcome of a route's
 * default variant, or of its first one. Of each further variant, and of routes that do not identify the caller, it sends
 * one row of each outcome: another actor with the same outcome meets the same check of the session, the role or the
 * body. Similar actors alternate from route to route. The deep run sends all rows.
 */
function selectRows(group: RowGroup, place: number): ReadonlySet<Row> {
  if (isDeep) return new Set(group.rows);
  const isByActor = group === mainGroupOf(group) && isIdentified(group);
  const alike = Map.groupBy(group.rows, (row) => `${isByActor ? kindOf(row.actor) : ''} ${outcomeOf(row)}`);
  return new Set([...alike.values()].flatMap((rows) => rotate(rows, place).slice(0, 1)));
}

/** Returns the group of a route that every kind of actor runs. */
function mainGroupOf({ method, path }: RowGroup): RowGroup | undefined {
  const ofRoute = runnableGroups.filter((group) => group.method === method && group.path === path);
  return ofRoute.find(({ variant }) => variant === 'default') ?? ofRoute[0];
}

const rotate = <T>(items: readonly T[], turns: number): T[] => {
  const start = turns % items.length;
  return [...items.slice(start), ...items.slice(0, start)];
};

/**
 * Returns all rows of a phase, with the transports by which each is sent: in the deep run all, or with `hasOneTransport` one, in
 * rotation, so that three neighboring rows cover all of them; in `npm test` one for a selected row, and none for the others.
 */
export function casesOf(phase: Phase, { hasOneTransport = false } = {}): MatrixCase[] {
  const phaseGroups = runnableGroups.filter((group) => phaseOf(group) === phase);
  return phaseGroups.map((group, place) => {
    const selected = selectRows(group, place);
    const ofTurn = (turn: number, row: Row) =>
      hasOneTransport ? rotate(transportsOf(row), turn).slice(0, 1) : selectByTurn(turn, transportsOf(row));
    const transportsAt = (row: Row, next: number) => (selected.has(row) ? ofTurn(place + next, row) : []);
    return { group, rows: group.rows.map((row, next) => ({ row, transports: transportsAt(row, next) })) };
  });
}

/**
 * Returns the rows of center A's members: those of its own account, as each role allows, by one transport in turn. `npm test`
 * sends the main variant of each route of centers by every role, and of each that only asks for a session by one role in turn.
 * The paths of images, many for one rule, are sent by the roles that they refuse, and every fourth by one that they serve.
 */
export function memberCases(): MatrixCase[] {
  return runnableGroups.flatMap((group, place) => {
    const row = group.rows.find(({ actor }) => actor === 'center_a');
    if (row === undefined) return [];
    const rows = centerRoles.map((role, next) => ({
      row: rowOfMember(row, role),
      transports: rotate(transportsOf(row), place + next).slice(0, 1),
      member: actorOf(role),
    }));
    const selected = isDeep ? rows : selectMemberRows(group, place, rows);
    return selected.length === 0 ? [] : [{ group, rows: selected }];
  });
}

const isImagePath = ({ path }: RowGroup) => path.startsWith('/dicom-web/');

function selectMemberRows<R extends { row: Row }>(group: RowGroup, place: number, rows: R[]): R[] {
  const route = routeOf(group.method, group.path);
  if (route === null || group !== mainGroupOf(group)) return [];
  const roles = rolesOf(route);
  if (roles === undefined) return route.access === 'signed-in' ? rotate(rows, place).slice(0, 1) : [];
  if (!isImagePath(group)) return rows;
  const [served, refused] = [rows.filter(({ row }) => row.status < 300), rows.filter(({ row }) => row.status === 403)];
  return [...refused, ...(place % 4 === 0 ? rotate(served, place / 4).slice(0, 1) : [])];
}

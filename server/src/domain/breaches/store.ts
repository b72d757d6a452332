import type { AlarmKind, BreachNoticeKind, BreachNoticeState, BreachScopeKind, BreachState } from '@medcloud/contract';
import { type RawBuilder, sql } from 'kysely';
import { transitionOf } from '../../platform/db/transitions.ts';
import type { Reader, Tx } from '../database.ts';
import { breachTransitions, noticeTransitions } from './states.ts';

/** The columns of a record that an act sets: texts, times and scope. */
export interface FactColumns {
  content_sealed: Buffer;
  happened_from: Date;
  happened_until: Date | null;
  noticed_at: Date;
  high_risk: boolean;
  scope_kind: BreachScopeKind;
  scope_value: string | null;
  scope_from: Date | null;
  scope_to: Date | null;
}

/** Inserts an open record, whose notices are due. */
export async function insertBreach(
  tx: Tx,
  breach: FactColumns & { id: string; alarm_id: string | null; opened_by: string },
): Promise<void> {
  await tx
    .insertInto('breaches')
    .values({ ...breach, first_noticed_at: breach.noticed_at })
    .execute();
  await tx
    .insertInto('breach_notices')
    .values([
      { breach_id: breach.id, kind: 'authority' },
      { breach_id: breach.id, kind: 'persons' },
    ])
    .execute();
}

export interface NoticeRow {
  state: BreachNoticeState;
  at: Date | null;
  encryptedReason: Buffer | null;
  decidedAt: Date | null;
  decidedBy: string | null;
}

export interface BreachRow {
  id: string;
  state: BreachState;
  encrypted: Buffer;
  happenedFrom: Date;
  happenedUntil: Date | null;
  noticedAt: Date;
  /** The earliest `noticedAt` that the record had. */
  firstNoticedAt: Date;
  highRisk: boolean;
  scopeKind: BreachScopeKind;
  scopeValue: string | null;
  /** The email of the account in `scopeValue`. */
  scopeEmail: string | null;
  scopeFrom: Date | null;
  scopeTo: Date | null;
  openedAt: Date;
  openedBy: string;
  closedAt: Date | null;
  closedBy: string | null;
  encryptedCloseReason: Buffer | null;
  alarm: { id: string; kind: AlarmKind; raisedAt: Date } | null;
  authority: NoticeRow;
  persons: NoticeRow;
}

function selectBreaches(tx: Reader) {
  return tx
    .selectFrom('breaches as b')
    .innerJoin('users as o', 'o.id', 'b.opened_by')
    .leftJoin('users as c', 'c.id', 'b.closed_by')
    .leftJoin('users as s', (join) =>
      join.onRef(sql`s.id::text`, '=', 'b.scope_value').on('b.scope_kind', '=', 'account'),
    )
    .leftJoin('alarms as a', 'a.id', 'b.alarm_id')
    .innerJoin('breach_notices as n', (join) => join.onRef('n.breach_id', '=', 'b.id').on('n.kind', '=', 'authority'))
    .leftJoin('users as nu', 'nu.id', 'n.decided_by')
    .innerJoin('breach_notices as p', (join) => join.onRef('p.breach_id', '=', 'b.id').on('p.kind', '=', 'persons'))
    .leftJoin('users as pu', 'pu.id', 'p.decided_by')
    .select(['b.id', 'b.state', 'b.content_sealed as encrypted', 'b.happened_from as happenedFrom'])
    .select([
      'b.happened_until as happenedUntil',
      'b.noticed_at as noticedAt',
      'b.first_noticed_at as firstNoticedAt',
      'b.high_risk as highRisk',
    ])
    .select(['b.scope_kind as scopeKind', 'b.scope_value as scopeValue', 's.email as scopeEmail'])
    .select(['b.scope_from as scopeFrom', 'b.scope_to as scopeTo'])
    .select(['b.opened_at as openedAt', 'o.email as openedBy', 'b.closed_at as closedAt', 'c.email as closedBy'])
    .select(['b.close_reason_sealed as encryptedCloseReason'])
    .select(['a.id as alarmId', 'a.kind as alarmKind', 'a.raised_at as alarmRaisedAt'])
    .select(['n.state as nState', 'n.notified_at as nAt', 'n.reason_sealed as nReason', 'n.decided_at as nDecidedAt'])
    .select(['nu.email as nDecidedBy', 'pu.email as pDecidedBy'])
    .select(['p.state as pState', 'p.notified_at as pAt', 'p.reason_sealed as pReason', 'p.decided_at as pDecidedAt']);
}

type FlatRow = Awaited<ReturnType<ReturnType<typeof selectBreaches>['execute']>>[number];

function toRow(flat: FlatRow): BreachRow {
  const { alarmId, alarmKind, alarmRaisedAt, nState, nAt, nReason, nDecidedAt, nDecidedBy, ...rest } = flat;
  const { pState, pAt, pReason, pDecidedAt, pDecidedBy, ...row } = rest;
  const hasAlarm = alarmId !== null && alarmKind !== null && alarmRaisedAt !== null;
  return {
    ...row,
    alarm: hasAlarm ? { id: alarmId, kind: alarmKind, raisedAt: alarmRaisedAt } : null,
    authority: { state: nState, at: nAt, encryptedReason: nReason, decidedAt: nDecidedAt, decidedBy: nDecidedBy },
    persons: { state: pState, at: pAt, encryptedReason: pReason, decidedAt: pDecidedAt, decidedBy: pDecidedBy },
  };
}

export async function findBreach(tx: Reader, id: string): Promise<BreachRow | null> {
  const row = await selectBreaches(tx).where('b.id', '=', id).executeTakeFirst();
  return row === undefined ? null : toRow(row);
}

/** Locks a record until the transaction ends. */
export async function lockBreach(tx: Tx, id: string): Promise<void> {
  await tx.selectFrom('breaches').select('id').where('id', '=', id).forUpdate().execute();
}

const hasState = (state: BreachState | null): RawBuilder<boolean> =>
  sql<boolean>`(${state}::text IS NULL OR b.state = ${state})`;

/** Lists records, open ones first, then the latest noticed, after the record `after`. */
export async function listBreaches(
  tx: Reader,
  state: BreachState | null,
  { limit, after }: { limit: number; after: string | null },
): Promise<BreachRow[]> {
  let query = selectBreaches(tx).where(hasState(state)).limit(limit);
  if (after !== null)
    query = query.where(
      sql<boolean>`(b.state, b.noticed_at, b.id) < (SELECT l.state, l.noticed_at, l.id FROM breaches l WHERE l.id = ${after}::uuid)`,
    );
  const rows = await query.orderBy('b.state', 'desc').orderBy('b.noticed_at', 'desc').orderBy('b.id', 'desc').execute();
  return rows.map(toRow);
}

/** Counts records, up to 1,001. */
export async function countBreaches(tx: Reader, state: BreachState | null): Promise<number> {
  const { count } = await tx
    .selectFrom(sql<object>`(SELECT 1 FROM breaches AS b WHERE ${hasState(state)} LIMIT 1001)`.as('counted'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** open -> open, with other facts. Returns false if the record is closed. */
export async function updateFacts(tx: Tx, id: string, facts: FactColumns): Promise<boolean> {
  const { from } = transitionOf(breachTransitions, 'change');
  const row = await tx
    .updateTable('breaches')
    .set({ ...facts, first_noticed_at: sql<Date>`least(first_noticed_at, ${facts.noticed_at})` })
    .where('id', '=', id)
    .where('state', 'in', from)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** open -> closed. Returns false if it was closed. */
export async function markClosed(
  tx: Tx,
  id: string,
  { userId, encryptedReason }: { userId: string; encryptedReason: Buffer },
): Promise<boolean> {
  const { from, to } = transitionOf(breachTransitions, 'close');
  const row = await tx
    .updateTable('breaches')
    .set({ state: to, closed_at: sql<Date>`app_now()`, closed_by: userId, close_reason_sealed: encryptedReason })
    .where('id', '=', id)
    .where('state', 'in', from)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

interface NoticeDecision {
  userId: string;
  encryptedReason: Buffer | null;
}

/** due, not_needed -> notified. Returns false if it was notified before. */
export async function markNotified(
  tx: Tx,
  notice: { breachId: string; kind: BreachNoticeKind },
  { at, ...decision }: NoticeDecision & { at: Date },
): Promise<boolean> {
  return await decideNotice(tx, notice, transitionOf(noticeTransitions, 'notify'), { ...decision, at });
}

/** due -> not_needed. Returns false in other states. */
export async function markNotNeeded(
  tx: Tx,
  notice: { breachId: string; kind: BreachNoticeKind },
  decision: NoticeDecision,
): Promise<boolean> {
  return await decideNotice(tx, notice, transitionOf(noticeTransitions, 'waive'), { ...decision, at: null });
}

async function decideNotice(
  tx: Tx,
  { breachId, kind }: { breachId: string; kind: BreachNoticeKind },
  { from, to }: { from: BreachNoticeState[]; to: BreachNoticeState },
  { userId, encryptedReason, at }: NoticeDecision & { at: Date | null },
): Promise<boolean> {
  const decision = { decided_at: sql<Date>`app_now()`, decided_by: userId, reason_sealed: encryptedReason };
  const row = await tx
    .updateTable('breach_notices')
    .set({ state: to, notified_at: at, ...decision })
    .where('breach_id', '=', breachId)
    .where('kind', '=', kind)
    .where('state', 'in', from)
    .returning('kind')
    .executeTakeFirst();
  return row !== undefined;
}

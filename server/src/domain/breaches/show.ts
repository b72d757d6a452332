import { type Breach, type BreachNotice, type BreachNoticeKind, type BreachSummary, limits } from '@medcloud/contract';
import type { AppKeys } from '../keys/app-keys.ts';
import { decryptContent, decryptReason } from './encrypted-content.ts';
import type { BreachRow, NoticeRow } from './store.ts';

type Keys = Pick<AppKeys, 'breaches'>;

/** When a notice is due: 72 hours after the breach was noticed. Null for persons without a high risk (GDPR 34(1)). */
export function findDueTime(
  { noticedAt, highRisk }: Pick<BreachRow, 'noticedAt' | 'highRisk'>,
  kind: BreachNoticeKind,
) {
  return kind === 'persons' && !highRisk ? null : new Date(noticedAt.getTime() + limits.breachNoticeMs);
}

/** Returns a record for the list. */
export function showSummary(keys: Keys, row: BreachRow): BreachSummary {
  return summaryOf(keys, row, decryptContent(keys, row.id, row.encrypted).title);
}

/** Returns a record with its facts and decisions. */
export function showBreach(keys: Keys, row: BreachRow): Breach {
  const content = decryptContent(keys, row.id, row.encrypted);
  return {
    ...summaryOf(keys, row, content.title),
    description: content.description,
    happenedFrom: row.happenedFrom.toISOString(),
    happenedUntil: toText(row.happenedUntil),
    noticedBy: content.noticedBy,
    noticedReasons: content.noticedReasons ?? [],
    consequences: content.consequences ?? null,
    measures: content.measures ?? null,
    contact: content.contact ?? null,
    scopeKind: row.scopeKind,
    scopeSubject: row.scopeKind === 'account' ? (row.scopeEmail ?? row.scopeValue) : row.scopeValue,
    scopeFrom: toText(row.scopeFrom),
    scopeTo: toText(row.scopeTo),
    alarm: row.alarm === null ? null : { ...row.alarm, raisedAt: row.alarm.raisedAt.toISOString() },
    openedAt: row.openedAt.toISOString(),
    openedBy: row.openedBy,
    closedAt: toText(row.closedAt),
    closedBy: row.closedBy,
    closeReason: decryptReason(keys, row.id, 'close', row.encryptedCloseReason),
  };
}

const toText = (time: Date | null) => time?.toISOString() ?? null;

function summaryOf(keys: Keys, row: BreachRow, title: string): BreachSummary {
  return {
    id: row.id,
    state: row.state,
    title,
    noticedAt: row.noticedAt.toISOString(),
    highRisk: row.highRisk,
    authority: showNotice(keys, row, 'authority', row.authority),
    persons: showNotice(keys, row, 'persons', row.persons),
  };
}

function showNotice(keys: Keys, row: BreachRow, kind: BreachNoticeKind, notice: NoticeRow): BreachNotice {
  return {
    state: notice.state,
    dueAt: toText(findDueTime(row, kind)),
    earlierDueAt:
      row.firstNoticedAt < row.noticedAt ? toText(findDueTime({ ...row, noticedAt: row.firstNoticedAt }, kind)) : null,
    at: toText(notice.at),
    reason: decryptReason(keys, row.id, kind, notice.encryptedReason),
    decidedAt: toText(notice.decidedAt),
    decidedBy: notice.decidedBy,
  };
}

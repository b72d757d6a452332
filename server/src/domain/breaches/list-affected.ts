import { type BreachExtent, type BreachPatient, issueCode, limits } from '@medcloud/contract';
import { createFieldFault } from '@medcloud/contract/faults';
import { isUuid } from '../../platform/ids/ids.ts';
import {
  type AffectedScope,
  countAffected,
  listAffectedCenters,
  listAffectedPatients,
  listListsOf,
} from '../audit/affected/reads.ts';
import { record } from '../audit/record/record.ts';
import { toAuditFields } from '../audit/record/to-audit-fields.ts';
import type { AdminPrincipal, RequestContext } from '../authorization/principal.ts';
import type { AdminScope } from '../authorization/scope.ts';
import type { DbContext } from '../core/context.ts';
import type { BreachRow } from './store.ts';
import { getBreach } from './with-breach.ts';

/** Counts the patients and centers that a breach touches, as the audit log shows now. Throws `not_found`. */
export async function describeExtent({ db }: DbContext, scope: AdminScope, id: string): Promise<BreachExtent> {
  return await db.read(scope, async (tx) => {
    const affected = affectedScopeOf(await getBreach(tx, id));
    const lists = await listListsOf(tx, affected);
    const { patients, events } = await countAffected(tx, affected);
    return {
      patients,
      events,
      centers: await listAffectedCenters(tx, affected),
      lists: lists.map((list) => ({ ...list, first: list.first.toISOString(), last: list.last.toISOString() })),
    };
  });
}

export interface AffectedPage {
  patients: BreachPatient[];
  total: number;
  cursor: string | null;
}

/** Lists the patients that a breach touches, by public id, and records that they were listed. Throws `not_found`. */
export async function listAffected(
  { db }: DbContext,
  scope: AdminScope,
  request: RequestContext<AdminPrincipal>,
  id: string,
  { limit = limits.listDefault, cursor }: { limit?: number | undefined; cursor?: string | undefined },
): Promise<AffectedPage> {
  if (cursor !== undefined && !isUuid(cursor)) throw createFieldFault('cursor', issueCode('cursor_invalid'));
  return await db.within(scope, async (tx) => {
    const affected = affectedScopeOf(await getBreach(tx, id));
    const rows = await listAffectedPatients(tx, affected, { limit: limit + 1, after: cursor ?? null });
    const shown = rows.slice(0, limit);
    const { patients: total } = await countAffected(tx, affected);
    await record(tx, {
      event: 'breach_patients_shown',
      ...toAuditFields(request),
      object: { kind: 'breach', id },
      details: { touched: total, shown: shown.length, ...(request.isBackground ? { background: true } : {}) },
    });
    return {
      patients: shown.map((row) => ({ ...row, first: row.first.toISOString(), last: row.last.toISOString() })),
      total,
      cursor: rows.length > limit ? (shown.at(-1)?.id ?? null) : null,
    };
  });
}

/** Returns what to search the audit log for. */
export function affectedScopeOf({ scopeKind, scopeValue, scopeFrom, scopeTo }: BreachRow): AffectedScope {
  const by = scopeKind === 'account' ? ('person_id' as const) : ('session_ref' as const);
  return {
    actor: scopeValue === null ? null : { by, value: scopeValue },
    period: { from: scopeFrom, to: scopeTo },
  };
}

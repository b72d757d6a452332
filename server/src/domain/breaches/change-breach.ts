import { type Breach, type BreachChange, issueCode } from '@medcloud/contract';
import { createFieldFault, Fault } from '@medcloud/contract/faults';
import type { JsonValue } from '../../platform/db/json.ts';
import { record } from '../audit/record/record.ts';
import { toAuditFields } from '../audit/record/to-audit-fields.ts';
import type { AdminPrincipal, RequestContext } from '../authorization/principal.ts';
import type { AdminScope } from '../authorization/scope.ts';
import type { AppContext } from '../core/context.ts';
import { checkFacts, resolveScope, toColumns } from './resolve-facts.ts';
import { showBreach } from './show.ts';
import { updateFacts } from './store.ts';
import { withBreach } from './with-breach.ts';

/**
 * Replaces the facts of an open record. The same facts change nothing. The reason for a later time of noticing stays with
 * the record, encrypted, because it may name persons; the audit log has both times. Throws `invalid_state` if the record is closed,
 * `validation` if a notice was sent before the breach is said to have been noticed, if that moves later without a reason,
 * and otherwise as `openBreach` does.
 */
export async function changeBreach(
  context: Pick<AppContext, 'db' | 'keys' | 'random'>,
  scope: AdminScope,
  request: RequestContext<AdminPrincipal>,
  id: string,
  { noticedReason, ...facts }: BreachChange,
): Promise<Breach> {
  const scopeValue = await resolveScope(context, facts);
  return await withBreach(context, scope, id, async (tx, row) => {
    await checkFacts(tx, facts, scopeValue);
    const noticedAt = new Date(facts.noticedAt);
    for (const { at } of [row.authority, row.persons])
      if (at !== null && at < noticedAt) throw createFieldFault('noticedAt', issueCode('noticed_after_notice'));
    const isLater = noticedAt > row.noticedAt;
    const before = { ...showBreach(context.keys, row), scopeSubject: row.scopeValue };
    const changes = listChanges(before, { ...facts, scopeSubject: scopeValue ?? undefined });
    const noticedReasons = [...before.noticedReasons, ...(isLater && noticedReason ? [noticedReason] : [])];
    const columns = toColumns(context, id, { ...facts, noticedReasons }, scopeValue);
    if (!(await updateFacts(tx, id, columns))) throw new Fault('invalid_state');
    if (isLater && noticedReason === undefined)
      throw createFieldFault('noticedReason', issueCode('noticed_later_reason'));
    if (changes.length === 0) return false;
    const details: Record<string, JsonValue> = { fields: changes };
    // the clocks depend on these
    if (changes.includes('noticedAt')) details.noticedAt = { before: before.noticedAt, after: facts.noticedAt };
    if (changes.includes('highRisk')) details.highRisk = { before: before.highRisk, after: facts.highRisk };
    await record(tx, {
      event: 'breach_changed',
      ...toAuditFields(request),
      object: { kind: 'breach', id },
      details,
    });
    return true;
  });
}

const timeFields: ReadonlySet<string> = new Set(['happenedFrom', 'happenedUntil', 'noticedAt', 'scopeFrom', 'scopeTo']);

/** Lists the names of the fields that differ. */
function listChanges(before: object, after: object): string[] {
  const earlier: ReadonlyMap<string, unknown> = new Map(Object.entries(before));
  const later: ReadonlyMap<string, unknown> = new Map(Object.entries(after));
  const normalize = (field: string, value: unknown) =>
    timeFields.has(field) && typeof value === 'string' ? Date.parse(value) : (value ?? null);
  return [...later.keys()].filter(
    (field) => normalize(field, earlier.get(field)) !== normalize(field, later.get(field)),
  );
}

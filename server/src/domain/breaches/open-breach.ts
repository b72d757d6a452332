import { type Breach, type BreachOpening, issueCode } from '@medcloud/contract';
import { createFieldFault } from '@medcloud/contract/faults';
import { newId } from '../../platform/ids/ids.ts';
import { hasAlarm } from '../alarms/reads.ts';
import { record } from '../audit/record/record.ts';
import { toAuditFields } from '../audit/record/to-audit-fields.ts';
import type { AdminPrincipal, RequestContext } from '../authorization/principal.ts';
import type { AdminScope } from '../authorization/scope.ts';
import type { AppContext } from '../core/context.ts';
import { withIdempotency } from '../core/with-idempotency.ts';
import type { Tx } from '../database.ts';
import { checkFacts, resolveScope, toColumns } from './resolve-facts.ts';
import { insertBreach } from './store.ts';
import { notifyOfBreach, showCurrent } from './with-breach.ts';

type OpenContext = Pick<AppContext, 'db' | 'keys' | 'clock' | 'random'>;

/**
 * Opens a record of a breach, by hand or from an alarm (none -> open). Throws `validation` for times in the future, an
 * unknown account, session or token, and an unknown alarm.
 */
export async function openBreach(
  context: OpenContext,
  scope: AdminScope,
  request: RequestContext<AdminPrincipal>,
  opening: BreachOpening,
): Promise<Breach> {
  const scopeValue = await resolveScope(context, opening);
  return await context.db.within(scope, async (tx) => {
    const { id } = await withIdempotency(tx, request, () => addBreach(context, tx, request, { opening, scopeValue }));
    return await showCurrent(context, tx, id);
  });
}

async function addBreach(
  context: OpenContext,
  tx: Tx,
  request: RequestContext<AdminPrincipal>,
  { opening: { alarmId, ...facts }, scopeValue }: { opening: BreachOpening; scopeValue: string | null },
): Promise<string> {
  await checkFacts(tx, facts, scopeValue);
  if (alarmId !== undefined && !(await hasAlarm(tx, alarmId)))
    throw createFieldFault('alarmId', issueCode('choice_unknown'));
  const id = newId(context.clock, context.random);
  const columns = toColumns(context, id, facts, scopeValue);
  await insertBreach(tx, { id, ...columns, alarm_id: alarmId ?? null, opened_by: request.principal.userId });
  await record(tx, {
    event: 'breach_opened',
    ...toAuditFields(request),
    object: { kind: 'breach', id },
    details: {
      noticedAt: facts.noticedAt,
      highRisk: facts.highRisk,
      scope: facts.scopeKind,
      ...(alarmId === undefined ? {} : { alarmId }),
    },
  });
  await notifyOfBreach(tx, id);
  return id;
}

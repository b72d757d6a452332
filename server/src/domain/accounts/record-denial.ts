import { isUuid } from '../../platform/ids/ids.ts';
import { record } from '../audit/record/record.ts';
import { toAuditFields } from '../audit/record/to-audit-fields.ts';
import { systemScope } from '../authorization/authorize.ts';
import type { RequestContext } from '../authorization/principal.ts';
import type { AppContext } from '../core/context.ts';

/** Leaves one event for an act that was refused: which route, by which rule, and of which of our ids. */
export async function recordDenial(
  context: Pick<AppContext, 'db'>,
  request: RequestContext,
  { route, code, params = {} }: { route: string; code: string; params?: unknown },
): Promise<void> {
  const object = parseObject(route, params);
  await context.db.within(systemScope('sign-in'), (tx) =>
    record(tx, {
      event: 'denied',
      outcome: 'denied',
      ...toAuditFields(request),
      ...(object === null ? {} : { object }),
      details: { route, code },
    }),
  );
}

/** What stood in the address, if it is an id such as we give: a person may type anything there, a name too. */
function parseObject(route: string, params: unknown): { kind: string; id: string } | null {
  if (typeof params !== 'object' || params === null) return null;
  const id = Object.values(params).find((value) => typeof value === 'string' && isUuid(value));
  if (typeof id !== 'string') return null;
  return { kind: /\/(exams|download)\//.test(route) ? 'exam' : 'other', id: id.toLowerCase() };
}

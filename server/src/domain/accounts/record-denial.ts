import { createHash } from 'node:crypto';
import { isUuid } from '../../platform/ids/ids.ts';
import { record } from '../audit/record/record.ts';
import { toAuditFields } from '../audit/record/to-audit-fields.ts';
import { eventScope } from '../authorization/authorize.ts';
import type { RequestContext } from '../authorization/principal.ts';
import type { DbContext } from '../core/context.ts';

/**
 * Records one audit event for a denied request: the route, the fault code and the object's id, or what distinguishes the
 * DICOM study of the address from others.
 */
export async function recordDenial(
  context: DbContext,
  request: RequestContext,
  { route, code, params = {} }: { route: string; code: string; params?: unknown },
): Promise<void> {
  const object = parseObject(route, params);
  const study = object === null ? hashStudy(params) : null;
  await context.db.within(eventScope(request.principal), (tx) =>
    record(tx, {
      event: 'denied',
      outcome: 'denied',
      ...toAuditFields(request),
      ...(object === null ? {} : { object }),
      details: { route, code, ...(study === null ? {} : { study }) },
    }),
  );
}

/**
 * Returns the first path parameter that is a UUID. Other parameters are omitted: users may type anything there, even a
 * name.
 */
function parseObject(route: string, params: unknown): { kind: string; id: string } | null {
  if (typeof params !== 'object' || params === null) return null;
  const id = Object.values(params).find((value) => typeof value === 'string' && isUuid(value));
  if (typeof id !== 'string') return null;
  return { kind: /\/(exams|download)\//.test(route) ? 'exam' : 'other', id: id.toLowerCase() };
}

/** Alarm rules count requests for images once a study. 24 bits suffice for this, and tell nothing of a number that was typed. */
function hashStudy(params: unknown): string | null {
  if (typeof params !== 'object' || params === null || !('study' in params)) return null;
  return createHash('sha256').update(String(params.study)).digest('hex').slice(0, 6);
}

import type { Fault } from '@medcloud/contract/faults';
import { record } from '../../audit/record/record.ts';
import { toAuditFields } from '../../audit/record/to-audit-fields.ts';
import type { CenterPrincipal, RequestContext } from '../../authorization/principal.ts';
import type { CenterScope } from '../../authorization/scope.ts';
import type { AppContext } from '../../core/context.ts';

/** Leaves one event for an upload that became no exam: by what it was refused, and nothing of what was sent. */
export async function logRefusedUpload(
  context: Pick<AppContext, 'db'>,
  scope: CenterScope,
  request: RequestContext<CenterPrincipal>,
  { code, status }: Fault,
): Promise<void> {
  const outcome = [401, 403, 404].includes(status) ? 'denied' : 'failure';
  await context.db.within(scope, (tx) =>
    record(tx, { event: 'exam_upload_refused', outcome, ...toAuditFields(request), details: { code } }),
  );
}

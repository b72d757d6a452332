import type { Fault } from '@medcloud/contract/faults';
import { record } from '../../audit/record/record.ts';
import { toAuditFields } from '../../audit/record/to-audit-fields.ts';
import type { CenterPrincipal, RequestContext } from '../../authorization/principal.ts';
import type { CenterScope } from '../../authorization/scope.ts';
import type { DbContext } from '../../core/context.ts';

/** Records the audit event of an upload that became no exam: the fault's code, and nothing of the file. */
export async function logRefusedUpload(
  context: DbContext,
  scope: CenterScope,
  request: RequestContext<CenterPrincipal>,
  { code, status }: Fault,
): Promise<void> {
  const outcome = [401, 403, 404].includes(status) ? 'denied' : 'failure';
  await context.db.within(scope, (tx) =>
    record(tx, { event: 'exam_upload_refused', outcome, ...toAuditFields(request), details: { code } }),
  );
}

import type { Fault } from '@medcloud/contract/faults';
import { askedBy } from '../audit/actor.ts';
import { record } from '../audit/record.ts';
import type { CenterScope } from '../authorization/scope.ts';
import type { Asking, CenterPerson } from '../authorization/who.ts';
import type { Portal } from '../portal/portal.ts';

/** Leaves one event for an upload that became no exam: by what it was refused, and nothing of what was sent. */
export async function noteRefusedUpload(
  portal: Pick<Portal, 'db'>,
  scope: CenterScope,
  asking: Asking<CenterPerson>,
  { code, status }: Fault,
): Promise<void> {
  const outcome = [401, 403, 404].includes(status) ? 'denied' : 'failure';
  await portal.db.within(scope, (tx) =>
    record(tx, { event: 'exam_upload_refused', outcome, ...askedBy(asking), details: { code } }),
  );
}

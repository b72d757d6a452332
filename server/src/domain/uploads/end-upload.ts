import { limits } from '@medcloud/contract';
import { Fault } from '@medcloud/contract/faults';
import { askedBy } from '../audit/actor.ts';
import { record } from '../audit/record.ts';
import { systemScope } from '../authorization/may.ts';
import type { CenterScope } from '../authorization/scope.ts';
import type { Asking, CenterPerson } from '../authorization/who.ts';
import type { Portal } from '../portal/portal.ts';
import { uploadBusy } from './hold-upload.ts';
import { type IdleUpload, listIdleUploads, markEnded, markIdleEnded, type UploadRow } from './store.ts';

/** Ends an open upload that is held; what came of it is removed. One that came to nothing stays so; `invalid_state` for one that is an exam. */
export async function endUpload(
  portal: Portal,
  scope: CenterScope,
  asking: Asking<CenterPerson>,
  row: UploadRow,
): Promise<void> {
  if (row.state === 'stored') throw new Fault('invalid_state');
  if (row.state === 'rejected' || row.state === 'aborted') return;
  await portal.db.within(scope, async (tx) => {
    if (!(await markEnded(tx, row, 'aborted', null))) throw uploadBusy();
    const object = { kind: 'upload', id: row.id };
    await record(tx, { event: 'exam_upload_ended', ...askedBy(asking), patientId: row.patientUuid, object });
  });
  await portal.objects.remove(row.objectId);
}

const mostAtOnce = 500;

/** Ends uploads of which nothing was heard for 48 hours. Returns how many. */
export async function endIdleUploads(
  portal: Pick<Portal, 'db' | 'objects'>,
  idleMs: number = limits.uploadIdleMs,
): Promise<number> {
  const scope = systemScope('sweep');
  const idleSeconds = Math.ceil(idleMs / 1_000);
  const idle = await portal.db.within(scope, (tx) => listIdleUploads(tx, idleSeconds, mostAtOnce));
  let ended = 0;
  for (const upload of idle) if (await endIdle(portal, upload, idleSeconds)) ended += 1;
  return ended;
}

/** Whether it was ended: one that was heard of since it was listed, or is an exam by now, is not. */
async function endIdle(
  portal: Pick<Portal, 'db' | 'objects'>,
  { id, centerId, patientUuid, objectId }: IdleUpload,
  idleSeconds: number,
): Promise<boolean> {
  const isEnded = await portal.db.within(systemScope('sweep'), async (tx) => {
    if (!(await markIdleEnded(tx, id, idleSeconds))) return false;
    const object = { kind: 'upload', id };
    const details = { cause: 'idle' };
    const actor = { kind: 'system' } as const;
    await record(tx, { event: 'exam_upload_ended', actor, centerId, patientId: patientUuid, object, details });
    return true;
  });
  if (isEnded) await portal.objects.remove(objectId);
  return isEnded;
}

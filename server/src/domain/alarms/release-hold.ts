import { type Alarm, screens } from '@medcloud/contract';
import { Fault } from '@medcloud/contract/faults';
import { isUuid } from '../../platform/ids/ids.ts';
import { lockAccount } from '../accounts/account-state.ts';
import { releaseAccount } from '../accounts/hold-account.ts';
import { record } from '../audit/record/record.ts';
import { toAuditFields } from '../audit/record/to-audit-fields.ts';
import type { AdminPrincipal, RequestContext } from '../authorization/principal.ts';
import type { AdminScope } from '../authorization/scope.ts';
import type { SendContext } from '../core/context.ts';
import { notifyClients } from '../core/notify-clients.ts';
import type { Tx } from '../database.ts';
import { enqueueMail } from '../messages/enqueue-message.ts';
import { logEvent } from '../system-log/log-event.ts';
import { writeReleaseMail } from './alarm-mails.ts';
import { markAlarmRowSeen } from './mark-alarm-seen.ts';
import { showAlarm } from './show.ts';
import { type AlarmRow, findAlarm, releaseHolds } from './store.ts';

/**
 * Releases the account that an alarm put on hold, marks the alarm seen and mails the account. The user signs in again;
 * API tokens and unfinished uploads work as before. A repeated call has no effect. Throws `not_found` for an unknown
 * alarm, `invalid_state` for one that never held an account.
 */
export async function releaseHold(
  context: SendContext,
  scope: AdminScope,
  request: RequestContext<AdminPrincipal>,
  id: string,
): Promise<Alarm> {
  if (!isUuid(id)) throw new Fault('not_found');
  return await context.db.within(scope, async (tx) => {
    const row = await findAlarm(tx, id);
    if (row === null) throw new Fault('not_found');
    if (!row.wasHeld) throw new Fault('invalid_state');
    if (row.userId !== null) {
      // A rule that holds the account again at this moment waits, or has committed and is released too.
      await lockAccount(tx, row.userId);
      const isReleased = await releaseHolds(tx, row.userId, request.principal.userId);
      if (isReleased && (await releaseAccount(tx, row.userId))) await reportRelease(context, tx, request, row);
    }
    await markAlarmRowSeen(tx, request, row);
    return showAlarm((await findAlarm(tx, id)) ?? row);
  });
}

async function reportRelease(
  context: SendContext,
  tx: Tx,
  request: RequestContext<AdminPrincipal>,
  { id, kind, userId, email, language, role, centerName, lastName }: AlarmRow,
): Promise<void> {
  if (userId === null || email === null || language === null) return;
  const object = { kind: 'user', id: userId };
  await record(tx, { event: 'account_released', ...toAuditFields(request), object, details: { alarm: kind } });
  await logEvent(context, tx, 'account-released');
  await notifyClients(tx, { kind: 'alarm', ids: [id], to: { admins: true } });
  await notifyClients(tx, { kind: 'account', ids: [userId], to: { admins: true } });
  const path = role === 'doctor' ? screens.doctorLogin : screens.centerLogin;
  const url = new URL(path, context.settings.publicUrl).href;
  const mail = writeReleaseMail(language, { center: centerName, doctor: lastName, url });
  await enqueueMail(context, tx, { to: email, ...mail }, { kind: 'released', validMs: null });
}

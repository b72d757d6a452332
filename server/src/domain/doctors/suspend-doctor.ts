import { type Doctor, screens } from '@medcloud/contract';
import { Fault } from '@medcloud/contract/faults';
import { disableAccount, enableAccount } from '../accounts/account-state.ts';
import { record } from '../audit/record/record.ts';
import { toAuditFields } from '../audit/record/to-audit-fields.ts';
import type { AdminPrincipal, RequestContext } from '../authorization/principal.ts';
import type { AdminScope } from '../authorization/scope.ts';
import type { AppContext, SendContext } from '../core/context.ts';
import { notifyClients } from '../core/notify-clients.ts';
import { enqueueMail } from '../messages/enqueue-message.ts';
import { mailTexts } from '../messages/mail-texts.ts';
import { logEvent } from '../system-log/log-event.ts';
import { withLockedDoctor } from './decide-doctor.ts';
import { markReinstated, markSuspended } from './suspension.ts';

/**
 * verified -> suspended: the doctor cannot sign in. In one transaction, revokes sessions and API tokens, clears codes
 * and ends pending requests (`app/event-handlers.ts`). Grants stay but give no access. Sends the doctor a mail. A repeated call has no effect.
 * Throws `invalid_state` if the doctor is not verified, `not_found` for an unknown one.
 */
export async function suspendDoctor(
  context: SendContext & Pick<AppContext, 'events'>,
  scope: AdminScope,
  request: RequestContext<AdminPrincipal>,
  id: string,
  reason: string | undefined,
): Promise<Doctor> {
  return await withLockedDoctor(context, scope, id, async (tx, doctor) => {
    if (doctor.state === 'suspended') return;
    if (!(await markSuspended(tx, id))) throw new Fault('invalid_state');
    await disableAccount(tx, doctor.userId, request.principal.userId, reason ?? null);
    const details = await context.events.emit(tx, 'doctor_suspended', { doctorId: id, userId: doctor.userId });
    await record(tx, {
      event: 'account_suspended',
      ...toAuditFields(request),
      object: { kind: 'doctor', id },
      details,
    });
    await logEvent(context, tx, 'account-disabled');
    const texts = mailTexts(doctor.language).suspended({
      doctor: `${doctor.firstName} ${doctor.lastName}`,
      reason: reason ?? null,
      contact: context.settings.operator.email ?? null,
    });
    await enqueueMail(context, tx, { to: doctor.email, ...texts }, { kind: 'suspended', validMs: null });
    await notifyClients(tx, { kind: 'account', ids: [id], to: { admins: true } });
  });
}

/**
 * suspended -> verified: the doctor can sign in again, and grants that have not expired give access again. A repeated
 * call has no effect. Throws as `suspendDoctor` does.
 */
export async function reinstateDoctor(
  context: SendContext,
  scope: AdminScope,
  request: RequestContext<AdminPrincipal>,
  id: string,
): Promise<Doctor> {
  return await withLockedDoctor(context, scope, id, async (tx, doctor) => {
    if (doctor.state === 'verified') return;
    if (!(await markReinstated(tx, id))) throw new Fault('invalid_state');
    await enableAccount(tx, doctor.userId);
    await record(tx, { event: 'account_reinstated', ...toAuditFields(request), object: { kind: 'doctor', id } });
    await logEvent(context, tx, 'account-enabled');
    const texts = mailTexts(doctor.language).reinstated({
      doctor: `${doctor.firstName} ${doctor.lastName}`,
      url: new URL(screens.doctorLogin, context.settings.publicUrl).href,
    });
    await enqueueMail(context, tx, { to: doctor.email, ...texts }, { kind: 'reinstated', validMs: null });
    await notifyClients(tx, { kind: 'account', ids: [id], to: { admins: true } });
  });
}

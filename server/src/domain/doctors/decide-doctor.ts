import { type Doctor, doctorPlans, screens } from '@medcloud/contract';
import { Fault } from '@medcloud/contract/faults';
import { isUuid } from '../../platform/ids/ids.ts';
import { mailTexts } from '../../texts/mail.ts';
import { revokeSessionsAndTokens } from '../accounts/account-state.ts';
import { record } from '../audit/record/record.ts';
import { toAuditFields } from '../audit/record/to-audit-fields.ts';
import type { AdminPrincipal, RequestContext } from '../authorization/principal.ts';
import type { AdminScope } from '../authorization/scope.ts';
import { findUser, lockUser, updateSubscription } from '../billing/subscriptions/store.ts';
import { endOfPeriod, isEffective, planOn } from '../billing/subscriptions/subscription-period.ts';
import { type AppContext, type SendContext, type TimeContext, today } from '../core/context.ts';
import { notifyClients } from '../core/notify-clients.ts';
import type { Tx } from '../database.ts';
import { enqueueMail } from '../messages/enqueue-message.ts';
import { logEvent } from '../system-log/log-event.ts';
import { showDoctor } from './show.ts';
import { closeUser, type DoctorRow, findDoctor, lockDoctor, markRejected, markVerified } from './store.ts';

/**
 * Verifies a doctor (pending -> verified). The first approval starts the plan's first period on the same day. A later
 * one only ends the review. A repeated call has no effect. Throws `invalid_state` for a rejected doctor, `not_found`
 * for an unknown one.
 */
export async function approveDoctor(
  context: SendContext,
  scope: AdminScope,
  request: RequestContext<AdminPrincipal>,
  id: string,
): Promise<Doctor> {
  return await withLockedDoctor(context, scope, id, async (tx, doctor) => {
    if (doctor.state === 'verified') return;
    if (!(await markVerified(tx, id, request.principal.userId))) throw new Fault('invalid_state');
    const until = doctor.firstApprovedAt === null ? await startFirstPeriod(context, tx, doctor) : null;
    await record(tx, {
      event: 'account_approved',
      ...toAuditFields(request),
      object: { kind: 'doctor', id },
      details: { firstPeriodUntil: until },
    });
    await logEvent(context, tx, 'doctor-approved');
    const texts = mailTexts[doctor.language].approved({
      doctor: `${doctor.firstName} ${doctor.lastName}`,
      until,
      url: new URL(screens.doctorLogin, context.settings.publicUrl).href,
    });
    await enqueueMail(context, tx, { to: doctor.email, ...texts }, { kind: 'approved', validMs: null });
    await notifyClients(tx, { kind: 'account', ids: [id], to: { doctors: [id], admins: true } });
  });
}

/**
 * Rejects an application or a change under review (-> rejected). The record stays. Revokes sessions and API tokens,
 * cancels codes and pending requests, and sends the doctor a mail. A repeated call has no effect.
 */
export async function rejectDoctor(
  context: SendContext & Pick<AppContext, 'events'>,
  scope: AdminScope,
  request: RequestContext<AdminPrincipal>,
  id: string,
  reason: string | undefined,
): Promise<Doctor> {
  return await withLockedDoctor(context, scope, id, async (tx, doctor) => {
    if (doctor.state === 'rejected') return;
    if (!(await markRejected(tx, id, request.principal.userId, reason ?? null))) throw new Fault('invalid_state');
    await closeUser(tx, doctor.userId);
    const revoked = await revokeSessionsAndTokens(tx, doctor.userId, 'rejected');
    const details = { ...revoked, ...(await context.events.emit(tx, 'doctor_rejected', { doctorId: id })) };
    await record(tx, { event: 'account_rejected', ...toAuditFields(request), object: { kind: 'doctor', id }, details });
    await logEvent(context, tx, 'doctor-rejected');
    const texts = mailTexts[doctor.language].rejected({
      doctor: `${doctor.firstName} ${doctor.lastName}`,
      reason: reason ?? null,
    });
    await enqueueMail(context, tx, { to: doctor.email, ...texts }, { kind: 'rejected', validMs: null });
    await notifyClients(tx, { kind: 'account', ids: [id], to: { admins: true } });
  });
}

/**
 * Runs one decision about a doctor with the doctor's row locked, so two concurrent equal decisions count once. Throws
 * `not_found`.
 */
export async function withLockedDoctor(
  context: TimeContext,
  scope: AdminScope,
  id: string,
  act: (tx: Tx, doctor: DoctorRow) => Promise<void>,
): Promise<Doctor> {
  if (!isUuid(id)) throw new Fault('not_found');
  return await context.db.within(scope, async (tx) => {
    await lockDoctor(tx, id);
    const doctor = await findDoctor(tx, id);
    if (doctor === null) throw new Fault('not_found');
    await act(tx, doctor);
    const after = await findDoctor(tx, id);
    return showDoctor(after ?? doctor, today(context));
  });
}

/**
 * Starts the plan's first period today; the end day is included. Returns that day. A period set earlier by an
 * administrator stays; then returns its end if it is running (product, "Doctor's path" 2).
 */
async function startFirstPeriod(
  context: Pick<AppContext, 'clock' | 'settings'>,
  tx: Tx,
  doctor: DoctorRow,
): Promise<string | null> {
  const start = today(context);
  // Read under the lock: an administrator may be setting it now.
  await lockUser(tx, doctor.userId);
  const user = await findUser(tx, doctor.userId);
  if (user !== null && user.start !== null) return isEffective(user, start) ? user.end : null;
  const end = endOfPeriod(start, doctorPlans[planOn(doctor, start)].chargedEveryMonths);
  await updateSubscription(tx, doctor.userId, { status: 'active', start, end });
  return end;
}

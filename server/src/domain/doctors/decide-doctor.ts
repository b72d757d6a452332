import { type Doctor, screens } from '@medcloud/contract';
import { Fault } from '@medcloud/contract/faults';
import { isUuid } from '../../platform/ids/ids.ts';
import { record } from '../audit/record/record.ts';
import { toAuditFields } from '../audit/record/to-audit-fields.ts';
import type { AdminPrincipal, RequestContext } from '../authorization/principal.ts';
import type { AdminScope } from '../authorization/scope.ts';
import { causeOf } from '../billing/cause.ts';
import { waitForMark } from '../billing/invoices/mail-document.ts';
import { type FirstPeriod, startFirstPeriod } from '../billing/subscriptions/start-first-period.ts';
import { type AppContext, type SendContext, type TimeContext, today } from '../core/context.ts';
import { notifyClients } from '../core/notify-clients.ts';
import type { Tx } from '../database.ts';
import { enqueueMail } from '../messages/enqueue-message.ts';
import { mailTexts } from '../messages/mail-texts.ts';
import { logEvent } from '../system-log/log-event.ts';
import { type DoctorRow, findDoctor } from './reads.ts';
import { showDoctor } from './show.ts';
import { lockDoctor, markRejected, markVerified } from './store.ts';

/**
 * Verifies a doctor (pending -> verified). The first approval starts the plan's first period on the same day and issues
 * its invoice, which the mail asks to pay; with `trialDays` it starts a free trial. With a payment provider, the mail asks to
 * pay before the period begins. A later one only ends the review. A repeated call has no effect. Throws `invalid_state` for a rejected doctor, `not_found`
 * for an unknown one.
 */
export async function approveDoctor(
  context: SendContext & Pick<AppContext, 'events'>,
  scope: AdminScope,
  request: RequestContext<AdminPrincipal>,
  id: string,
  trialDays = context.settings.billing.trialDays,
): Promise<Doctor> {
  return await withLockedDoctor(context, scope, id, async (tx, doctor) => {
    if (doctor.state === 'verified') return;
    if (!(await markVerified(tx, id, request.principal.userId))) throw new Fault('invalid_state');
    const isFirst = doctor.firstApprovedAt === null;
    const start = { today: today(context), trialDays };
    const period = isFirst ? await startFirstPeriod(context, tx, causeOf(request), doctor, start) : null;
    const until = period?.until ?? null;
    await record(tx, {
      event: 'account_approved',
      ...toAuditFields(request),
      object: { kind: 'doctor', id },
      details: { firstPeriodUntil: until },
    });
    await logEvent(context, tx, 'doctor-approved');
    const invoice = period?.invoice ?? null;
    // an invoice that waits for its mark gets a mail of its own
    const isHeld = invoice !== null && (await waitForMark(context, tx, invoice.id));
    const texts = mailTexts(doctor.language).approved({
      doctor: `${doctor.firstName} ${doctor.lastName}`,
      until,
      trialCents: period?.trialCents ?? null,
      payment: isHeld ? null : toPaymentRequest(context, invoice),
      first: toFirstPayment(context, period?.firstCents ?? null),
      detailsUrl: period?.needsDetails ? new URL(screens.doctorBilling, context.settings.publicUrl).href : null,
      url: new URL(screens.doctorLogin, context.settings.publicUrl).href,
    });
    await enqueueMail(context, tx, { to: doctor.email, ...texts }, { kind: 'approved', validMs: null });
    await notifyClients(tx, { kind: 'account', ids: [id], to: { doctors: [id], admins: true } });
  });
}

function toPaymentRequest({ settings }: Pick<AppContext, 'settings'>, invoice: FirstPeriod['invoice']) {
  if (invoice === null) return null;
  const { number, grossCents, dueOn, rf } = invoice;
  const url = new URL(screens.doctorBilling, settings.publicUrl).href;
  return { number, cents: grossCents, dueOn, rf, account: settings.billing.bank, url };
}

function toFirstPayment({ settings }: Pick<AppContext, 'settings'>, cents: number | null) {
  return cents === null ? null : { cents, url: new URL(screens.doctorBilling, settings.publicUrl).href };
}

/**
 * Rejects an application or a change under review (-> rejected). The record stays. Closes the account, revokes sessions
 * and API tokens, cancels codes and pending requests (`app/event-handlers.ts`), and sends the doctor a mail. A repeated
 * call has no effect.
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
    const details = await context.events.emit(tx, 'doctor_rejected', { doctorId: id, userId: doctor.userId });
    await record(tx, { event: 'account_rejected', ...toAuditFields(request), object: { kind: 'doctor', id }, details });
    await logEvent(context, tx, 'doctor-rejected');
    const texts = mailTexts(doctor.language).rejected({
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

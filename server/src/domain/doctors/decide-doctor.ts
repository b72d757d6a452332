import { type Doctor, doctorPlans, screens } from '@medcloud/contract';
import { Fault } from '@medcloud/contract/faults';
import type { Tx } from '../../platform/db/database.ts';
import { isUuid } from '../../platform/ids/ids.ts';
import { mailTexts } from '../../texts/mail.ts';
import { endAccess } from '../accounts/disable-store.ts';
import { askedBy } from '../audit/actor.ts';
import { record } from '../audit/record.ts';
import type { AdminScope } from '../authorization/scope.ts';
import type { AdminPerson, Asking } from '../authorization/who.ts';
import { writeMail } from '../messages/write-message.ts';
import { announce } from '../portal/announce.ts';
import { type Portal, today } from '../portal/portal.ts';
import { endOfPeriod, isEffective, planOn } from '../subscriptions/effective.ts';
import { findUser, lockUser, updateSubscription } from '../subscriptions/store.ts';
import { noteEvent } from '../system-log/note-event.ts';
import { endRequests } from './end-requests.ts';
import { showDoctor } from './show.ts';
import { approve, closeUser, type DoctorRow, findDoctor, lockDoctor, reject } from './store.ts';

/**
 * Verifies a doctor (pending -> verified). The first approval starts the plan's first period the same day; a later one
 * only ends the review. Again: no effect. Fails with `invalid_state` for a rejected one, `not_found` for none.
 */
export async function approveDoctor(
  portal: Portal,
  scope: AdminScope,
  asking: Asking<AdminPerson>,
  id: string,
): Promise<Doctor> {
  return await decide(portal, scope, id, async (tx, doctor) => {
    if (doctor.state === 'verified') return;
    if (!(await approve(tx, id, asking.who.userId))) throw new Fault('invalid_state');
    const until = doctor.firstApprovedAt === null ? await startFirstPeriod(portal, tx, doctor) : null;
    await record(tx, {
      event: 'account_approved',
      ...askedBy(asking),
      object: { kind: 'doctor', id },
      details: { firstPeriodUntil: until },
    });
    await noteEvent(portal, tx, 'doctor-approved');
    const texts = mailTexts[doctor.language].approved({
      doctor: `${doctor.firstName} ${doctor.lastName}`,
      until,
      url: new URL(screens.doctorLogin, portal.settings.publicUrl).href,
    });
    await writeMail(portal, tx, { to: doctor.email, ...texts }, { kind: 'approved', validMs: null });
    await announce(tx, { kind: 'account', ids: [id], to: { doctors: [id], admins: true } });
  });
}

/**
 * Rejects an application, or a change that waits for review (-> rejected): the record is kept; sessions, API tokens, codes and
 * requests that wait end; the doctor is written to. Again: no effect.
 */
export async function rejectDoctor(
  portal: Portal,
  scope: AdminScope,
  asking: Asking<AdminPerson>,
  id: string,
  reason: string | undefined,
): Promise<Doctor> {
  return await decide(portal, scope, id, async (tx, doctor) => {
    if (doctor.state === 'rejected') return;
    if (!(await reject(tx, id, asking.who.userId, reason ?? null))) throw new Fault('invalid_state');
    await closeUser(tx, doctor.userId);
    const ended = await endAccess(tx, doctor.userId, 'rejected');
    const details = { ...ended, requests: await endRequests(tx, id) };
    await record(tx, { event: 'account_rejected', ...askedBy(asking), object: { kind: 'doctor', id }, details });
    await noteEvent(portal, tx, 'doctor-rejected');
    const texts = mailTexts[doctor.language].rejected({
      doctor: `${doctor.firstName} ${doctor.lastName}`,
      reason: reason ?? null,
    });
    await writeMail(portal, tx, { to: doctor.email, ...texts }, { kind: 'rejected', validMs: null });
    await announce(tx, { kind: 'account', ids: [id], to: { admins: true } });
  });
}

/** One decision about a doctor, behind the doctor's row: the same one twice at once is seen as the same. Fails with `not_found`. */
export async function decide(
  portal: Portal,
  scope: AdminScope,
  id: string,
  act: (tx: Tx, doctor: DoctorRow) => Promise<void>,
): Promise<Doctor> {
  if (!isUuid(id)) throw new Fault('not_found');
  return await portal.db.within(scope, async (tx) => {
    await lockDoctor(tx, id);
    const doctor = await findDoctor(tx, id);
    if (doctor === null) throw new Fault('not_found');
    await act(tx, doctor);
    const after = await findDoctor(tx, id);
    return showDoctor(after ?? doctor, today(portal));
  });
}

/**
 * The plan's first period, from today; the end day is included. Answers that day. What an administrator has set already
 * stands, and the answer is its end while it runs (product, "Doctor's path" 2).
 */
async function startFirstPeriod(portal: Portal, tx: Tx, doctor: DoctorRow): Promise<string | null> {
  const start = today(portal);
  // read behind the lock: an administrator may be setting it now
  await lockUser(tx, doctor.userId);
  const set = await findUser(tx, doctor.userId);
  if (set !== null && set.start !== null) return isEffective(set, start) ? set.end : null;
  const end = endOfPeriod(start, doctorPlans[planOn(doctor, start)].chargedEveryMonths);
  await updateSubscription(tx, doctor.userId, { status: 'active', start, end });
  return end;
}

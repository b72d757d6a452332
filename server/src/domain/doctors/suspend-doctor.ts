import { type Doctor, screens } from '@medcloud/contract';
import { Fault } from '@medcloud/contract/faults';
import { mailTexts } from '../../texts/mail.ts';
import { disableAccount, enableAccount, endAccess } from '../accounts/disable-store.ts';
import { askedBy } from '../audit/actor.ts';
import { record } from '../audit/record.ts';
import type { AdminScope } from '../authorization/scope.ts';
import type { AdminPerson, Asking } from '../authorization/who.ts';
import { writeMail } from '../messages/write-message.ts';
import { announce } from '../portal/announce.ts';
import type { Portal } from '../portal/portal.ts';
import { noteEvent } from '../system-log/note-event.ts';
import { decide } from './decide-doctor.ts';
import { endRequests } from './end-requests.ts';
import { reinstate, suspend } from './suspend-store.ts';

/**
 * verified -> suspended: no sign-in; sessions and API tokens end, codes are erased and requests that wait lapse, all in one
 * transaction; grants stay and give nothing. The doctor is written to. Again: no effect. Fails with `invalid_state` for
 * whoever is not verified, `not_found` for none.
 */
export async function suspendDoctor(
  portal: Portal,
  scope: AdminScope,
  asking: Asking<AdminPerson>,
  id: string,
  reason: string | undefined,
): Promise<Doctor> {
  return await decide(portal, scope, id, async (tx, doctor) => {
    if (doctor.state === 'suspended') return;
    if (!(await suspend(tx, id))) throw new Fault('invalid_state');
    await disableAccount(tx, doctor.userId, asking.who.userId, reason ?? null);
    const ended = await endAccess(tx, doctor.userId, 'suspended');
    const details = { ...ended, requests: await endRequests(tx, id) };
    await record(tx, { event: 'account_suspended', ...askedBy(asking), object: { kind: 'doctor', id }, details });
    await noteEvent(portal, tx, 'account-disabled');
    const texts = mailTexts[doctor.language].suspended({
      doctor: `${doctor.firstName} ${doctor.lastName}`,
      reason: reason ?? null,
      contact: portal.settings.operator.email ?? null,
    });
    await writeMail(portal, tx, { to: doctor.email, ...texts }, { kind: 'suspended', validMs: null });
    await announce(tx, { kind: 'account', ids: [id], to: { admins: true } });
  });
}

/** suspended -> verified: the doctor signs in again, and grants that still run give again. Again: no effect. Fails as `suspendDoctor` does. */
export async function reinstateDoctor(
  portal: Portal,
  scope: AdminScope,
  asking: Asking<AdminPerson>,
  id: string,
): Promise<Doctor> {
  return await decide(portal, scope, id, async (tx, doctor) => {
    if (doctor.state === 'verified') return;
    if (!(await reinstate(tx, id))) throw new Fault('invalid_state');
    await enableAccount(tx, doctor.userId);
    await record(tx, { event: 'account_reinstated', ...askedBy(asking), object: { kind: 'doctor', id } });
    await noteEvent(portal, tx, 'account-enabled');
    const texts = mailTexts[doctor.language].reinstated({
      doctor: `${doctor.firstName} ${doctor.lastName}`,
      url: new URL(screens.doctorLogin, portal.settings.publicUrl).href,
    });
    await writeMail(portal, tx, { to: doctor.email, ...texts }, { kind: 'reinstated', validMs: null });
    await announce(tx, { kind: 'account', ids: [id], to: { admins: true } });
  });
}

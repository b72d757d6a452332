import type { DoctorProfile, ProfileChange } from '@medcloud/contract';
import { Fault } from '@medcloud/contract/faults';
import type { Tx } from '../../platform/db/database.ts';
import type { SignInPorts } from '../accounts/sign-in.ts';
import { stepUp } from '../accounts/step-up.ts';
import { updateEmail, updateLanguage } from '../accounts/store.ts';
import { askedBy } from '../audit/actor.ts';
import { record } from '../audit/record.ts';
import type { DoctorScope } from '../authorization/scope.ts';
import type { Asking, DoctorPerson } from '../authorization/who.ts';
import { announce } from '../portal/announce.ts';
import { type Portal, today } from '../portal/portal.ts';
import { showProfile } from './show.ts';
import { beginReview, type DoctorRow, findDoctor, lockDoctor, saveProfile } from './store.ts';
import { asConflict } from './taken.ts';
import { tellBothAddresses } from './tell-addresses.ts';

/**
 * Changes one's own profile. A new name or licence puts a verified doctor back to review, which must be confirmed; a new
 * e-mail is told to both addresses. Again: no effect. Fails with `review_required`, `step_up_required`, `conflict`.
 */
export async function changeProfile(
  portal: Portal,
  ports: SignInPorts,
  scope: DoctorScope,
  asking: Asking<DoctorPerson>,
  change: ProfileChange,
): Promise<DoctorProfile> {
  const movesAddress = change.email !== undefined && change.email !== asking.who.email;
  if (movesAddress) await stepUp(portal, ports, scope, asking, change.currentPassword);
  try {
    return await portal.db.within(scope, async (tx) => {
      const before = (await lockDoctor(tx, scope.doctorId)) ? await findDoctor(tx, scope.doctorId) : null;
      if (before === null) throw new Fault('not_found');
      const changed = changedFields(before, change);
      if (changed.length > 0) await apply(portal, tx, asking, before, change, changed);
      return showProfile((await findDoctor(tx, scope.doctorId)) ?? before, today(portal));
    });
  } catch (error) {
    throw asConflict(error);
  }
}

const identity = ['firstName', 'lastName', 'licenseNumber'] as const;
const fields = [...identity, 'specialization', 'gender', 'email', 'language'] as const;
type Field = (typeof fields)[number];

function changedFields(before: DoctorRow, change: ProfileChange): Field[] {
  const composed = { ...change, firstName: nfc(change.firstName), lastName: nfc(change.lastName) };
  return fields.filter((field) => composed[field] !== undefined && composed[field] !== before[field]);
}

/** Greek accents are composed differently by different systems: one form is kept, as at sign-up. */
function nfc(name: string | undefined): string | undefined {
  return name?.normalize('NFC');
}

async function apply(
  portal: Portal,
  tx: Tx,
  asking: Asking<DoctorPerson>,
  before: DoctorRow,
  change: ProfileChange,
  changed: readonly Field[],
): Promise<void> {
  const review = before.state === 'verified' && identity.some((field) => changed.includes(field));
  if (review && change.reviewConfirmed !== true) throw new Fault('review_required');
  if (review && !(await beginReview(tx, before.id, before))) throw new Fault('invalid_state');
  await saveProfile(tx, before.id, {
    firstName: nfc(change.firstName) ?? before.firstName,
    lastName: nfc(change.lastName) ?? before.lastName,
    licenseNumber: change.licenseNumber ?? before.licenseNumber,
    specialization: change.specialization ?? before.specialization,
    gender: change.gender === undefined ? before.gender : change.gender,
  });
  if (change.language !== undefined) await updateLanguage(tx, before.userId, change.language);
  if (changed.includes('email') && change.email !== undefined) {
    await updateEmail(tx, before.userId, change.email);
    await tellBothAddresses(portal, tx, before, change.email);
  }
  await record(tx, {
    event: 'profile_changed',
    ...askedBy(asking),
    object: { kind: 'doctor', id: before.id },
    details: { changed: [...changed], review },
  });
  const to = { doctors: [before.id], admins: true as const };
  await announce(tx, { kind: 'account', ids: [before.id], to });
}

import { type CenterCreation, centerPlans, sentences } from '@medcloud/contract';
import { fieldFault } from '@medcloud/contract/faults';
import type { Tx } from '../../platform/db/database.ts';
import { newId } from '../../platform/ids/ids.ts';
import type { Passwords } from '../accounts/password.ts';
import { insertUser } from '../accounts/store.ts';
import { askedBy } from '../audit/actor.ts';
import { record } from '../audit/record.ts';
import type { AdminScope } from '../authorization/scope.ts';
import type { AdminPerson, Asking } from '../authorization/who.ts';
import { announce } from '../portal/announce.ts';
import { once } from '../portal/once.ts';
import type { Portal } from '../portal/portal.ts';
import { noteEvent } from '../system-log/note-event.ts';
import { nameColumns } from './names.ts';
import { type CenterRow, findCenter, findTaken, insertCenter } from './store.ts';
import { asConflict, conflictOf } from './taken.ts';

const initialPasswordDays = 7; // product, "Sessions"

/**
 * Creates a medical center with its first login, whose password is an initial secret: valid 7 days, to be changed at the
 * first login, never returned. Fails with `conflict` on a taken e-mail or center ID, naming both where both are; no number
 * is used up for it.
 */
export async function createCenter(
  portal: Portal,
  passwords: Passwords,
  scope: AdminScope,
  asking: Asking<AdminPerson>,
  creation: CenterCreation,
): Promise<Omit<CenterRow, 'createdAt'> & { createdAt: string }> {
  if (creation.quotaBytes !== undefined && creation.plan !== 'enterprise') {
    throw fieldFault('quotaBytes', sentences.quotaEnterpriseOnly);
  }
  const passwordHash = await passwords.hash(creation.password);
  try {
    return await portal.db.within(scope, async (tx) => {
      const { id } = await once(tx, asking, () => addCenter(portal, tx, asking, creation, passwordHash));
      const center = await findCenter(tx, id);
      if (center === null) throw new Error('A center that was just created is not there.');
      return { ...center, createdAt: center.createdAt.toISOString() };
    });
  } catch (error) {
    throw asConflict(error);
  }
}

async function addCenter(
  portal: Portal,
  tx: Tx,
  asking: Asking<AdminPerson>,
  creation: CenterCreation,
  passwordHash: string,
): Promise<string> {
  const taken = await findTaken(tx, creation);
  if (taken.length > 0) throw conflictOf(taken);
  const userId = newId(portal.clock, portal.random);
  const id = newId(portal.clock, portal.random);
  await insertUser(tx, {
    id: userId,
    email: creation.email,
    passwordHash,
    role: 'medical_center',
    language: 'en',
    initialPassword: { validDays: initialPasswordDays },
  });
  const number = await insertCenter(tx, {
    id,
    user_id: userId,
    ...nameColumns(creation.name),
    center_id: creation.centerId,
    address: creation.address,
    phone: creation.phone,
    city: creation.city ?? null,
    state: creation.state ?? null,
    zip_code: creation.zipCode ?? null,
    plan: creation.plan,
    quota_bytes: creation.quotaBytes ?? centerPlans[creation.plan].quotaBytes,
  });
  await record(tx, {
    event: 'center_created',
    ...askedBy(asking),
    centerId: id,
    object: { kind: 'center', id },
    details: { plan: creation.plan },
  });
  await noteEvent(portal, tx, 'center-created', { number });
  await announce(tx, { kind: 'account', ids: [id], to: { admins: true } });
  return id;
}

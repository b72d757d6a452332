import type { NotificationChanges, NotificationSettings } from '@medcloud/contract/shapes/account/notifications';
import type { DoctorPrincipal, RequestContext } from '../authorization/principal.ts';
import type { DoctorScope } from '../authorization/scope.ts';
import type { DbContext } from '../core/context.ts';
import { readChoices, storeChoices } from './store.ts';

type DoctorRequest = Pick<RequestContext<DoctorPrincipal>, 'principal'>;

/** Returns when the doctor is mailed about each kind. */
export async function readNotifications(
  { db }: DbContext,
  scope: DoctorScope,
  { principal }: DoctorRequest,
): Promise<NotificationSettings> {
  return await db.read(scope, (tx) => readChoices(tx, principal.userId));
}

/** Changes when the doctor is mailed about the named kinds. Returns all. */
export async function changeNotifications(
  { db }: DbContext,
  scope: DoctorScope,
  { principal }: DoctorRequest,
  changes: NotificationChanges,
): Promise<NotificationSettings> {
  return await db.within(scope, async (tx) => {
    await storeChoices(tx, principal.userId, changes);
    return await readChoices(tx, principal.userId);
  });
}

import { type CenterCreation, centerPlans, issueCode } from '@medcloud/contract';
import { createFieldFault } from '@medcloud/contract/faults';
import { newId } from '../../platform/ids/ids.ts';
import { createUser } from '../accounts/create-user.ts';
import { checkPasswordStrength } from '../accounts/passwords/check-password-strength.ts';
import type { PasswordHasher } from '../accounts/passwords/password-hasher.ts';
import { record } from '../audit/record/record.ts';
import { toAuditFields } from '../audit/record/to-audit-fields.ts';
import type { AdminPrincipal, RequestContext } from '../authorization/principal.ts';
import type { AdminScope } from '../authorization/scope.ts';
import type { AppContext } from '../core/context.ts';
import { notifyClients } from '../core/notify-clients.ts';
import { withIdempotency } from '../core/with-idempotency.ts';
import type { Tx } from '../database.ts';
import { logEvent } from '../system-log/log-event.ts';
import { createConflict, toConflict } from './conflict.ts';
import { nameColumns } from './name-columns.ts';
import { type CenterRow, findCenter, findTakenFields, insertCenter } from './store.ts';

const initialPasswordDays = 7; // product, "Sessions"

/**
 * Creates a medical center with its first login. The initial password is valid for 7 days, must be changed at the first
 * sign-in and is never returned. Throws `validation` for
 * a weak password, `conflict` on a taken email or center ID and names both if both are taken. A
 * failed attempt uses no center number.
 */
export async function createCenter(
  context: Pick<AppContext, 'db' | 'clock' | 'random' | 'settings'>,
  passwords: PasswordHasher,
  scope: AdminScope,
  request: RequestContext<AdminPrincipal>,
  creation: CenterCreation,
): Promise<Omit<CenterRow, 'createdAt'> & { createdAt: string }> {
  if (creation.quotaBytes !== undefined && creation.plan !== 'enterprise') {
    throw createFieldFault('quotaBytes', issueCode('quota_enterprise_only'));
  }
  checkPasswordStrength(context, creation.password, {
    field: 'password',
    personalWords: [creation.email, creation.name, creation.centerId],
  });
  const passwordHash = await passwords.hash(creation.password);
  try {
    return await context.db.within(scope, async (tx) => {
      const { id } = await withIdempotency(tx, request, () => addCenter(context, tx, request, creation, passwordHash));
      const center = await findCenter(tx, id);
      if (center === null) throw new Error('The center does not exist although the same transaction just created it.');
      return { ...center, createdAt: center.createdAt.toISOString() };
    });
  } catch (error) {
    throw toConflict(error);
  }
}

async function addCenter(
  context: Pick<AppContext, 'clock' | 'random'>,
  tx: Tx,
  request: RequestContext<AdminPrincipal>,
  creation: CenterCreation,
  passwordHash: string,
): Promise<string> {
  const takenFields = await findTakenFields(tx, creation);
  if (takenFields.length > 0) throw createConflict(takenFields);
  const userId = newId(context.clock, context.random);
  const id = newId(context.clock, context.random);
  await createUser(tx, {
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
    ...toAuditFields(request),
    centerId: id,
    object: { kind: 'center', id },
    details: { plan: creation.plan },
  });
  await logEvent(context, tx, 'center-created', { number });
  await notifyClients(tx, { kind: 'account', ids: [id], to: { admins: true } });
  return id;
}

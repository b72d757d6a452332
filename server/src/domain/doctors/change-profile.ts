import type { DoctorProfile, ProfileChange } from '@medcloud/contract';
import { Fault } from '@medcloud/contract/faults';
import type { SignInPorts } from '../accounts/sign-in/sign-in.ts';
import { checkStepUp } from '../accounts/sign-in/step-up.ts';
import { updateEmail, updateLanguage } from '../accounts/update-user.ts';
import { record } from '../audit/record/record.ts';
import { toAuditFields } from '../audit/record/to-audit-fields.ts';
import { newEmailScope } from '../authorization/authorize.ts';
import type { DoctorPrincipal, RequestContext } from '../authorization/principal.ts';
import type { DoctorScope } from '../authorization/scope.ts';
import type { AppContext, SendContext } from '../core/context.ts';
import { notifyClients } from '../core/notify-clients.ts';
import type { Tx } from '../database.ts';
import { toConflict } from './conflict.ts';
import { readProfile } from './describe-profile.ts';
import { type DoctorRow, findDoctor } from './reads.ts';
import { sendEmailChangedMails } from './send-email-changed-mails.ts';
import { lockDoctor, startReview, updateProfile } from './store.ts';

/**
 * Changes the doctor's own profile. A new name or license number returns a verified doctor to review, which the doctor
 * must confirm. A new email address is reported to both addresses. A repeated call has no effect. Throws
 * `review_required`, `step_up_required` or `conflict`.
 */
export async function changeProfile(
  context: SendContext,
  ports: SignInPorts,
  scope: DoctorScope,
  request: RequestContext<DoctorPrincipal>,
  change: ProfileChange,
): Promise<DoctorProfile> {
  const isEmailChanged = change.email !== undefined && change.email !== request.principal.email;
  if (isEmailChanged) await checkStepUp(context, ports, scope, request, change.currentPassword);
  try {
    return await context.db.within(scope, async (tx) => {
      const before = (await lockDoctor(tx, scope.doctorId)) ? await findDoctor(tx, scope.doctorId) : null;
      if (before === null) throw new Fault('not_found');
      const changed = changedFields(before, change);
      if (changed.length > 0) await applyChange(context, tx, { scope, request }, before, change, changed);
      return await readProfile(context, tx, scope.doctorId);
    });
  } catch (error) {
    throw toConflict(error);
  }
}

const identity = ['firstName', 'lastName', 'licenseNumber'] as const;
const fields = [...identity, 'specialization', 'gender', 'email', 'language'] as const;
type Field = (typeof fields)[number];

function changedFields(before: DoctorRow, change: ProfileChange): Field[] {
  const composed = { ...change, firstName: toNfc(change.firstName), lastName: toNfc(change.lastName) };
  return fields.filter((field) => composed[field] !== undefined && composed[field] !== before[field]);
}

/** Normalizes to NFC, as at sign-up: systems encode Greek accents in different ways. */
function toNfc(name: string | undefined): string | undefined {
  return name?.normalize('NFC');
}

async function applyChange(
  context: Pick<AppContext, 'db' | 'queue' | 'keys' | 'clock' | 'random' | 'settings'>,
  tx: Tx,
  { scope, request }: { scope: DoctorScope; request: RequestContext<DoctorPrincipal> },
  before: DoctorRow,
  change: ProfileChange,
  changed: readonly Field[],
): Promise<void> {
  const isReviewRequired = before.state === 'verified' && identity.some((field) => changed.includes(field));
  if (isReviewRequired && change.reviewConfirmed !== true) throw new Fault('review_required');
  if (isReviewRequired && !(await startReview(tx, before.id, before))) throw new Fault('invalid_state');
  await updateProfile(tx, before.id, {
    firstName: toNfc(change.firstName) ?? before.firstName,
    lastName: toNfc(change.lastName) ?? before.lastName,
    licenseNumber: change.licenseNumber ?? before.licenseNumber,
    specialization: change.specialization ?? before.specialization,
    gender: change.gender === undefined ? before.gender : change.gender,
  });
  if (change.language !== undefined) await updateLanguage(tx, before.userId, change.language);
  if (changed.includes('email') && change.email !== undefined) {
    await context.db.rescope(tx, newEmailScope(scope, before.userId, change.email));
    await updateEmail(tx, before.userId, change.email);
    await context.db.rescope(tx, scope);
    await sendEmailChangedMails(context, tx, before, change.email);
  }
  await record(tx, {
    event: 'profile_changed',
    ...toAuditFields(request),
    object: { kind: 'doctor', id: before.id },
    details: { changed: [...changed], review: isReviewRequired },
  });
  const to = { doctors: [before.id], admins: true as const };
  await notifyClients(tx, { kind: 'account', ids: [before.id], to });
}

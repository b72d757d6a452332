import type { PatientViewing, PatientViewingState } from '@medcloud/contract';
import { Fault } from '@medcloud/contract/faults';
import { record } from '../audit/record/record.ts';
import { toAuditFields } from '../audit/record/to-audit-fields.ts';
import type { CenterPrincipal, RequestContext } from '../authorization/principal.ts';
import type { CenterScope } from '../authorization/scope.ts';
import type { AppContext } from '../core/context.ts';
import type { Reader } from '../database.ts';
import { updateOwnViewing } from './store.ts';

type ViewingContext = Pick<AppContext, 'db' | 'settings'>;

/** Returns when the center's patients see their own pictures. */
export async function readPatientViewing(
  { db, settings }: ViewingContext,
  scope: CenterScope,
): Promise<PatientViewingState> {
  const viewing = await db.read(scope, (tx) => getPatientViewing(tx, scope.centerId));
  return { ...viewing, isAllowed: settings.canPatientsView };
}

/**
 * Changes when the center's patients see their own pictures. Open sessions follow at their next request. Throws
 * `forbidden` if the operator allows none.
 */
export async function changePatientViewing(
  { db, settings }: ViewingContext,
  scope: CenterScope,
  request: RequestContext<CenterPrincipal>,
  { days }: PatientViewing,
): Promise<PatientViewingState> {
  if (!settings.canPatientsView) throw new Fault('forbidden');
  return await db.within(scope, async (tx) => {
    const { days: was } = await getPatientViewing(tx, scope.centerId);
    if (was === days) return { days, isAllowed: true };
    await updateOwnViewing(tx, scope.centerId, days);
    await record(tx, { event: 'patient_viewing_changed', ...toAuditFields(request), details: { was, days } });
    return { days, isAllowed: true };
  });
}

async function getPatientViewing(tx: Reader, centerId: string): Promise<PatientViewing> {
  const row = await tx
    .selectFrom('medical_centers')
    .select('own_viewing_days as days')
    .where('id', '=', centerId)
    .executeTakeFirst();
  if (row === undefined) throw new Fault('not_found');
  return row;
}

import type { CenterBilling, DoctorBilling, PartyChange } from '@medcloud/contract';
import type { CenterPrincipal, DoctorPrincipal, RequestContext } from '../authorization/principal.ts';
import type { CenterScope, DoctorScope } from '../authorization/scope.ts';
import type { TimeContext } from '../core/context.ts';
import type { Tx } from '../database.ts';
import { describeBilling, readBilling } from './describe-billing.ts';
import { describeCenterBilling, readCenterBilling } from './describe-center-billing.ts';
import { type CancelContext, setCancellation } from './dunning/cancel-subscription.ts';
import { changeParty, type PartyContext } from './parties/change-party.ts';

type OwnContext = TimeContext & PartyContext;
type OwnRequest = RequestContext<CenterPrincipal> | RequestContext<DoctorPrincipal>;
type Change = (context: PartyContext, tx: Tx, request: OwnRequest, userId: string) => Promise<void>;

/** Changes a doctor's own billing and returns it. */
function changeOfDoctor(
  context: OwnContext,
  scope: DoctorScope,
  request: RequestContext<DoctorPrincipal>,
  act: Change,
) {
  return context.db.within(scope, async (tx): Promise<DoctorBilling> => {
    await act(context, tx, request, request.principal.payerId);
    return await readBilling(context, tx, scope.doctorId);
  });
}

/** Changes a center's own billing and returns it. */
function changeOfCenter(
  context: OwnContext,
  scope: CenterScope,
  request: RequestContext<CenterPrincipal>,
  act: Change,
) {
  return context.db.within(scope, async (tx): Promise<CenterBilling> => {
    await act(context, tx, request, request.principal.payerId);
    return await readCenterBilling(context, tx, request.principal.payerId);
  });
}

const replaceParty =
  (change: PartyChange): Change =>
  (context, tx, request, userId) =>
    changeParty(context, tx, request, userId, change);

export const changeDoctorParty = (
  context: OwnContext,
  scope: DoctorScope,
  request: RequestContext<DoctorPrincipal>,
  change: PartyChange,
) => changeOfDoctor(context, scope, request, replaceParty(change));

export const changeCenterParty = (
  context: OwnContext,
  scope: CenterScope,
  request: RequestContext<CenterPrincipal>,
  change: PartyChange,
) => changeOfCenter(context, scope, request, replaceParty(change));

/** Ends a doctor's subscription at the end of its period, or resumes it. */
export async function setDoctorCancellation(
  context: OwnContext & CancelContext,
  scope: DoctorScope,
  request: RequestContext<DoctorPrincipal>,
  cancel: boolean,
): Promise<DoctorBilling> {
  await setCancellation(context, request, cancel);
  return await describeBilling(context, scope);
}

/** Ends a center's subscription at the end of its period, or resumes it. */
export async function setCenterCancellation(
  context: OwnContext & CancelContext,
  scope: CenterScope,
  request: RequestContext<CenterPrincipal>,
  cancel: boolean,
): Promise<CenterBilling> {
  await setCancellation(context, request, cancel);
  return await describeCenterBilling(context, scope, request);
}

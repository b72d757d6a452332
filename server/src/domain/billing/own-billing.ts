import type { CenterBilling, DoctorBilling, PartyChange } from '@medcloud/contract';
import type { CenterPrincipal, DoctorPrincipal, RequestContext } from '../authorization/principal.ts';
import type { CenterScope, DoctorScope } from '../authorization/scope.ts';
import type { TimeContext } from '../core/context.ts';
import type { Tx } from '../database.ts';
import { readBilling } from './describe-billing.ts';
import { readCenterBilling } from './describe-center-billing.ts';
import { changeParty, type PartyContext } from './parties/change-party.ts';
import { setCancellation } from './subscriptions/set-cancellation.ts';

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
    await act(context, tx, request, request.principal.userId);
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
    await act(context, tx, request, request.principal.userId);
    return await readCenterBilling(context, tx, request.principal.userId);
  });
}

const replaceParty =
  (change: PartyChange): Change =>
  (context, tx, request, userId) =>
    changeParty(context, tx, request, userId, change);
const setCancelled =
  (cancel: boolean): Change =>
  (_, tx, request, userId) =>
    setCancellation(tx, request, userId, cancel);

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
export const setDoctorCancellation = (
  context: OwnContext,
  scope: DoctorScope,
  request: RequestContext<DoctorPrincipal>,
  cancel: boolean,
) => changeOfDoctor(context, scope, request, setCancelled(cancel));

/** Ends a center's subscription at the end of its period, or resumes it. */
export const setCenterCancellation = (
  context: OwnContext,
  scope: CenterScope,
  request: RequestContext<CenterPrincipal>,
  cancel: boolean,
) => changeOfCenter(context, scope, request, setCancelled(cancel));

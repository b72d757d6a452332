import { limits } from '@medcloud/contract';
import { Fault } from '@medcloud/contract/faults';
import type { Route, RouteAccess } from '@medcloud/contract/route';
import type { Posture } from '../../platform/config/config.ts';
import type {
  AdminPrincipal,
  AuthenticatedPrincipal,
  CenterPrincipal,
  DoctorPrincipal,
  Principal,
} from './principal.ts';
import {
  type AccountScope,
  type AdminScope,
  type CenterScope,
  type ChainScope,
  type DoctorScope,
  type ImagingScope,
  type LinkScope,
  type MailedScope,
  mint,
  type OpenScope,
  type SystemPurpose,
  type SystemScope,
} from './scope.ts';

/** The scope that a route's caller gets. */
export type ScopeOf<C extends RouteAccess> = C extends 'center'
  ? CenterScope
  : C extends 'doctor'
    ? DoctorScope
    : C extends 'admin'
      ? AdminScope
      : C extends 'center-or-doctor'
        ? CenterScope | DoctorScope
        : C extends 'signed-in'
          ? AccountScope
          : OpenScope;

/** The person that a route's caller is. */
export type PrincipalOf<C extends RouteAccess> = C extends 'center'
  ? CenterPrincipal
  : C extends 'doctor'
    ? DoctorPrincipal
    : C extends 'admin'
      ? AdminPrincipal
      : C extends 'center-or-doctor'
        ? CenterPrincipal | DoctorPrincipal
        : C extends 'signed-in'
          ? AuthenticatedPrincipal
          : Principal;

type GuardedRoute = Pick<Route, 'access' | 'doctor' | 'duringPasswordChange' | 'stepUp'>;
export type AnyScope = AccountScope | AdminScope | CenterScope | DoctorScope | OpenScope;

/**
 * Who may: the decisions that need no record, in the product's order of checks (account state, role, verified,
 * subscribed, step-up). Fails with the fault that names the first one missing.
 */
export interface Authorization {
  authorize(route: GuardedRoute, principal: Principal): AnyScope;
}

/** The portal's own authorization. A test may hand the portal another, to see row-level security hold alone. */
export function createAuthorization(posture: Posture): Authorization {
  return {
    authorize(route, principal) {
      if (route.access === 'anyone' || route.access === 'holder') return mint.open();
      if (principal.kind === 'nobody') throw new Fault('unauthenticated');
      if (posture === 'production' && principal.mustChangePassword && !route.duringPasswordChange)
        throw new Fault('password_change_required');
      const scope = createScope(route, principal);
      if (posture === 'production' && route.stepUp && principal.passwordAgeSeconds > limits.stepUpSeconds)
        throw new Fault('step_up_required');
      return scope;
    },
  };
}

function createScope(route: GuardedRoute, principal: AuthenticatedPrincipal): AnyScope {
  if (route.access === 'signed-in') return mint.account(principal);
  const allowedKinds = route.access === 'center-or-doctor' ? ['center', 'doctor'] : [route.access];
  if (!allowedKinds.includes(principal.kind)) throw new Fault('forbidden');
  switch (principal.kind) {
    case 'center':
      return mint.center(principal);
    case 'admin':
      return mint.admin(principal);
    case 'doctor':
      checkDoctor(route, principal);
      return mint.doctor(principal);
  }
}

function checkDoctor(route: GuardedRoute, principal: DoctorPrincipal): void {
  const requirement = route.doctor ?? 'none';
  if (requirement === 'none') return;
  if (!principal.isVerified) throw new Fault('doctor_not_verified');
  if (requirement === 'subscribed' && !principal.isSubscribed) throw new Fault('subscription_required');
}

/** The scope of a consent link: made from its token, and worth nothing if no link has it. */
export function linkScope(token: string): LinkScope {
  return mint.link(token);
}

/** The same link while its new grant replaces a live one that belongs to an earlier link. */
export function replacingScope(scope: LinkScope): LinkScope {
  return mint.replacing(scope);
}

/** A doctor's scope while the patients of a phone number are looked up for a request. */
export function matchingScope(scope: DoctorScope): DoctorScope {
  return mint.matching(scope);
}

/** The scope of a mailed link: what its token opens, and nothing if no link has it. */
export function mailedScope(purpose: 'recovery' | 'signup', token: string): MailedScope {
  return mint.mailed(purpose, token);
}

/** The portal's own scope for one purpose. */
export function systemScope(purpose: SystemPurpose): SystemScope {
  return mint.system(purpose);
}

/** The portal's own scope while it prepares one exam for viewing: that exam's rows and keys, and no other's. */
export function imagingScope(examId: string): ImagingScope {
  return mint.imaging(examId);
}

/** The scope of whoever seals or verifies the audit trail: every event to read, and links to add. */
export function chainScope(): ChainScope {
  return mint.chain();
}

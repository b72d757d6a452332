import { limits } from '@medcloud/contract';
import { Fault } from '@medcloud/contract/faults';
import type { Caller, Route } from '@medcloud/contract/route';
import type { Posture } from '../../platform/config/config.ts';
import {
  type AccountScope,
  type AdminScope,
  type CenterScope,
  type DoctorScope,
  type ImagingScope,
  type LinkScope,
  type MailedScope,
  mint,
  type OpenScope,
  type SealingScope,
  type SystemPurpose,
  type SystemScope,
} from './scope.ts';
import type { AdminPerson, CenterPerson, DoctorPerson, SignedIn, Who } from './who.ts';

/** The scope that a route's caller gets. */
export type ScopeOf<C extends Caller> = C extends 'center'
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
export type WhoOf<C extends Caller> = C extends 'center'
  ? CenterPerson
  : C extends 'doctor'
    ? DoctorPerson
    : C extends 'admin'
      ? AdminPerson
      : C extends 'center-or-doctor'
        ? CenterPerson | DoctorPerson
        : C extends 'signed-in'
          ? SignedIn
          : Who;

type Asked = Pick<Route, 'who' | 'doctor' | 'duringPasswordChange' | 'stepUp'>;
export type AnyScope = AccountScope | AdminScope | CenterScope | DoctorScope | OpenScope;

/**
 * Who may: the decisions that need no record, in the product's order of checks (account state, role, verified,
 * subscribed, step-up). Fails with the fault that names the first one missing.
 */
export interface Authorization {
  may(route: Asked, who: Who): AnyScope;
}

/** The portal's own authorization. A test may hand the portal another, to see row-level security hold alone. */
export function authorization(posture: Posture): Authorization {
  return {
    may(route, who) {
      if (route.who === 'anyone' || route.who === 'holder') return mint.open();
      if (who.kind === 'nobody') throw new Fault('unauthenticated');
      if (posture === 'production' && who.mustChangePassword && !route.duringPasswordChange)
        throw new Fault('password_change_required');
      const scope = scopeForRole(route, who);
      if (posture === 'production' && route.stepUp && who.passwordAgeSeconds > limits.stepUpSeconds)
        throw new Fault('step_up_required');
      return scope;
    },
  };
}

function scopeForRole(route: Asked, who: SignedIn): AnyScope {
  if (route.who === 'signed-in') return mint.account(who);
  const wanted = route.who === 'center-or-doctor' ? ['center', 'doctor'] : [route.who];
  if (!wanted.includes(who.kind)) throw new Fault('forbidden');
  switch (who.kind) {
    case 'center':
      return mint.center(who);
    case 'admin':
      return mint.admin(who);
    case 'doctor':
      checkDoctor(route, who);
      return mint.doctor(who);
  }
}

function checkDoctor(route: Asked, who: DoctorPerson): void {
  const gate = route.doctor ?? 'none';
  if (gate === 'none') return;
  if (!who.isVerified) throw new Fault('doctor_not_verified');
  if (gate === 'subscribed' && !who.isSubscribed) throw new Fault('subscription_required');
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
export function sealingScope(): SealingScope {
  return mint.sealing();
}

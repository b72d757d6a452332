import { limits } from '@medcloud/contract';
import { Fault } from '@medcloud/contract/faults';
import type { Route, RouteAccess } from '@medcloud/contract/route';
import type { Posture } from '../../platform/config/config.ts';
import type { ConsentAct, OverviewAct, OwnAct } from './consent-acts.ts';
import type { MatchedPhone, MovedKeys, RequestedReset, ResentLink, SecretHashes } from './given.ts';
import type {
  AdminPrincipal,
  AuthenticatedPrincipal,
  CenterPrincipal,
  DoctorPrincipal,
  Principal,
} from './principal.ts';
import {
  type AccountScope,
  type AccountSubject,
  type AdminScope,
  type CenterScope,
  type ChainScope,
  type DoctorScope,
  type ErasureScope,
  type ImagingScope,
  type LinkScope,
  type MailedScope,
  mint,
  type OpenScope,
  type OutboxScope,
  type OverviewScope,
  type OwnScope,
  type ResetRequestScope,
  type SessionProbeScope,
  type SignedInScope,
  type SignedInSubject,
  type SignInScope,
  type SystemPurpose,
  type SystemScope,
} from './scope.ts';

/** The scope type of a route's access rule. */
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

/** The principal type of a route's access rule. */
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
 * Authorizes requests by the rules that need no record, in the product's order (account state, role, verified,
 * subscribed, step-up). Throws the fault of the first rule that fails.
 */
export interface Authorization {
  authorize(route: GuardedRoute, principal: Principal): AnyScope;
}

/** Creates the application's authorization. A test may pass another to see that row-level security protects alone. */
export function createAuthorization(posture: Posture): Authorization {
  return {
    authorize(route, principal) {
      if (route.access === 'anyone' || route.access === 'holder') return mint.open();
      if (principal.kind === 'anonymous') throw new Fault('unauthenticated');
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

/** Creates the scope of a consent link from its token. It gives no access if no link has the token. */
export function linkScope(token: string): LinkScope {
  return mint.link(token);
}

/** Creates the scope of a consent link for an act that may need a code, or that sends one. */
export function consentScope(token: string, act: ConsentAct): LinkScope {
  return mint.consent(token, act);
}

/** Creates the scope of the list of all grants of a phone. It gives no access if the secret is unknown or too old. */
export function overviewScope(secret: string, act?: OverviewAct): OverviewScope {
  return mint.overview(secret, act);
}

/** Creates the scope of a patient's own pictures. It gives no access if the secret is unknown or too old. */
export function ownScope(secret: string, act?: OwnAct): OwnScope {
  return mint.own(secret, act);
}

/** Creates a doctor's scope for finding the patients of one phone number, and for the link that is sent to it. */
export function matchingScope(scope: DoctorScope, matched: MatchedPhone): DoctorScope {
  return mint.matching(scope, matched);
}

/** Creates a center's scope for storing a consent link that it sends again. */
export function resendingScope(scope: CenterScope, resent: ResentLink): CenterScope {
  return mint.resending(scope, resent);
}

/** Creates a center's scope for storing the keys of a moved exam's measurements. */
export function movingScope(scope: CenterScope, moved: MovedKeys): CenterScope {
  return mint.moving(scope, moved);
}

/** Creates the scope of a mailed link from its token. It gives no access if no link has the token. */
export function mailedScope(purpose: 'recovery' | 'signup', token: string): MailedScope {
  return mint.mailed(purpose, token);
}

/** Creates the scope of background work for one purpose. */
export function systemScope(purpose: SystemPurpose): SystemScope {
  return mint.system(purpose);
}

/** Creates the scope for storing a message to the operator, from anybody. */
export function supportScope(principal: Principal): SystemScope {
  return mint.system('support', principal.kind === 'anonymous' ? null : principal.sessionId);
}

/** Creates the scope of billing for what a signed-in account changes of its own, which is recorded as its act. */
export function billingScope(principal: AuthenticatedPrincipal): SystemScope {
  return mint.system('billing', principal.sessionId);
}

/** Creates the scope that looks up the account that a caller without a session names, or opens the one whose secret it has. */
export function signInScope(subject: AccountSubject): SignInScope {
  return mint.signIn(subject);
}

/** Creates the scope of the account whose password was given. It gives no access if the hash is not the stored one. */
export function signedInScope(subject: SignedInSubject): SignedInScope {
  return mint.signedIn(subject);
}

/** Creates the scope of the health check that tries a session of an administrator. */
export function sessionProbeScope(userId: string, newSession: SecretHashes): SessionProbeScope {
  return mint.sessionProbe(userId, newSession);
}

/** Creates an account's scope for the session that replaces its own. */
export function renewingScope(scope: AccountScope, newSession: SecretHashes): AccountScope {
  return mint.renewing(scope, newSession);
}

/** Creates an account's scope for a new API token, by the SHA-256 of its secret. */
export function newTokenScope(scope: CenterScope | DoctorScope, userId: string, tokenHash: Buffer): AccountScope {
  return mint.newToken(scope, userId, tokenHash);
}

/** Creates the scope of a request for a password link to an address. */
export function resetRequestScope(reset: RequestedReset): ResetRequestScope {
  return mint.resetRequest(reset);
}

/** Creates the scope for indexing one exam: only that exam's rows and keys. */
export function imagingScope(examId: string): ImagingScope {
  return mint.imaging(examId);
}

/** Creates the scope of a principal's audit events, which may also be written once the session has ended. */
export function eventScope(principal: Principal): AccountScope | SystemScope {
  return principal.kind === 'anonymous' ? mint.system('log') : mint.account(principal);
}

/** Creates the scope for sending one message, or for watching one doctor's requests. */
export function outboxScope(id: string): OutboxScope {
  return mint.outbox(id);
}

/** Returns the scope that erases a patient; without one, the scope that lists erased patients. */
export function erasureScope(patientId: string | null): ErasureScope {
  return mint.erasure(patientId);
}

/** Creates the scope that extends or verifies the audit chain: reads every event and adds links. */
export function chainScope(): ChainScope {
  return mint.chain();
}

import { limits } from '@medcloud/contract';
import { Fault } from '@medcloud/contract/faults';
import { permissionsOf } from '@medcloud/contract/permissions';
import type { Route, RouteAccess } from '@medcloud/contract/route';
import type { Posture } from '../../platform/config/config.ts';
import { hashSecret } from '../../platform/crypto/hash-secret.ts';
import type { ConsentAct, OverviewAct, OwnAct } from './consent-acts.ts';
import type {
  AccountSubject,
  AddedPasskey,
  ClaimedFactor,
  InvitedPerson,
  MatchedPhone,
  MovedKeys,
  NewFile,
  PasskeyProof,
  RequestedApplication,
  RequestedReset,
  ResentLink,
  SecretHashes,
  SignedChallenge,
  SignedInSubject,
} from './given.ts';
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
  type ApplicationScope,
  type CenterScope,
  type ChainScope,
  type DoctorScope,
  type ErasureScope,
  type FactorScope,
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
  type SignInScope,
  type SystemScope,
} from './scope.ts';
import type { SystemPurpose } from './system-purpose.ts';

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

type GuardedRoute = Pick<Route, 'access' | 'doctor' | 'duringSetup' | 'needs' | 'stepUp'>;
export type AnyScope = AccountScope | AdminScope | CenterScope | DoctorScope | OpenScope;

/**
 * Authorizes requests by the rules that need no record, in the product's order (account state, role, permission, verified,
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
      checkAccountState(posture, route, principal);
      const scope = createScope(route, principal);
      if (posture === 'production' && route.stepUp && principal.passwordAgeSeconds > limits.stepUpSeconds)
        throw new Fault('step_up_required');
      return scope;
    },
  };
}

/** An assigned password is changed first, then a required second factor is set up. Until then other routes are closed. */
function checkAccountState(posture: Posture, route: GuardedRoute, principal: AuthenticatedPrincipal): void {
  if (posture === 'production' && principal.mustChangePassword && route.duringSetup !== 'password')
    throw new Fault('password_change_required');
  if (principal.factorSetup?.isDue && route.duringSetup === undefined) throw new Fault('factor_setup_required');
}

function createScope(route: GuardedRoute, principal: AuthenticatedPrincipal): AnyScope {
  if (route.access === 'signed-in') return mint.account(principal);
  const allowedKinds = route.access === 'center-or-doctor' ? ['center', 'doctor'] : [route.access];
  if (!allowedKinds.includes(principal.kind)) throw new Fault('forbidden');
  switch (principal.kind) {
    case 'center':
      checkMember(route, principal);
      return mint.center(principal);
    case 'admin':
      return mint.admin(principal);
    case 'doctor':
      checkDoctor(route, principal);
      return mint.doctor(principal);
  }
}

function checkMember({ needs }: GuardedRoute, { member }: CenterPrincipal): void {
  if (member === null || needs === undefined || needs === 'membership') return;
  if (!permissionsOf(member.roles).includes(needs)) throw new Fault('permission_required');
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

/** Creates a center's scope for an invitation to an address, by the SHA-256 of its link's token. */
export function invitingScope(scope: CenterScope, invited: InvitedPerson): CenterScope {
  return mint.inviting(scope, invited);
}

/** Creates the scope of a mailed invitation from its token, for a new account or that of a session. */
export function invitationScope(token: string, principal: AuthenticatedPrincipal | null): MailedScope {
  return mint.invitation(token, principal?.sessionId ?? null);
}

/** Creates a center's scope for a new upload: the database accepts no other stored object for it. */
export function uploadingScope(scope: CenterScope, file: NewFile): CenterScope {
  return mint.uploading(scope, file);
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

/** Creates the scope of a sign-in challenge from its secret, with a passkey to find or a proof once the factor was right. */
export function factorScope(secret: string, factor?: ClaimedFactor): FactorScope {
  return mint.factor(hashSecret(secret), factor);
}

/** Creates the scope of a passkey that a caller without a session presents, with a proof once its signature was right. */
export function passkeyScope(passkey: ClaimedFactor): FactorScope {
  return mint.passkey(passkey);
}

/** Creates the scope that makes a passkey suspect, because its counter went back. */
export function copiedPasskeyScope(signed: SignedChallenge): FactorScope {
  return mint.copiedPasskey(signed);
}

/** Creates an account's scope for changes of its factors. The database stores no other passkey than `added`. */
export function ownFactorsScope(scope: AccountScope, added?: AddedPasskey): AccountScope {
  return mint.factors(scope, added);
}

/** Creates the scope of the health check that tries a session of an administrator. */
export function sessionProbeScope(userId: string, newSession: SecretHashes): SessionProbeScope {
  return mint.sessionProbe(userId, newSession);
}

/** Creates an account's scope for the session that replaces its own, with the passkey that signed if one did. */
export function renewingScope(scope: AccountScope, newSession: SecretHashes, passkey?: PasskeyProof): AccountScope {
  return mint.renewing(scope, newSession, passkey);
}

/** Creates the scope in which the password of this account is replaced, by its new hash, and its session. */
export function newPasswordScope(scope: AccountScope, newSession: SecretHashes, passwordHash: string): AccountScope {
  return mint.newPassword(scope, newSession, passwordHash);
}

/** Creates the scope in which the doctor's account gets another address. */
export function newEmailScope(scope: DoctorScope, userId: string, email: string): AccountScope {
  return mint.newEmail(scope, userId, email);
}

/** Creates an account's scope for a new API token, by the SHA-256 of its secret. */
export function newTokenScope(scope: CenterScope | DoctorScope, userId: string, tokenHash: Buffer): AccountScope {
  return mint.newToken(scope, userId, tokenHash);
}

/** Creates the scope of a request for a password link to an address. */
export function resetRequestScope(reset: RequestedReset): ResetRequestScope {
  return mint.resetRequest(reset);
}

/** Creates the scope of a doctor's application: before its address is confirmed, and for its account once it is. */
export function applicationScope(application: RequestedApplication): ApplicationScope {
  return mint.application(application);
}

/** Creates the scope of an operator's command that removes the second factor of the account with this address. */
export function factorRemovalScope(email: string): SystemScope {
  return mint.factorRemoval(email);
}

/** Creates an administrator's scope for a request to remove an account's second factor, by the SHA-256 of its link's token. */
export function newResetScope(scope: AdminScope, userId: string, cancelHash: Buffer): AdminScope {
  return mint.newReset(scope, userId, cancelHash);
}

/** Creates the scope in which an administrator gives an account another address. */
export function newEmailOfScope(scope: AdminScope, userId: string, email: string): AdminScope {
  return mint.newEmailOf(scope, userId, email);
}

/** Creates the scope of the mailed link that keeps an account's second factor, from its token. */
export function factorResetScope(token: string): MailedScope {
  return mint.factorReset(token);
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

import { hashSecret } from '../../platform/crypto/hash-secret.ts';
import { RowScope } from '../../platform/db/row-scope.ts';
import type { ConsentAct, OverviewAct, OwnAct } from './consent-acts.ts';
import {
  type AccountSubject,
  type AddedPasskey,
  bytesOfId,
  type CenterAct,
  type ClaimedFactor,
  describeGiven,
  givenByAct,
  givenByAddedPasskey,
  givenByApplication,
  givenByClaimed,
  givenByPasskey,
  givenByPerson,
  givenBySecrets,
  givenBySuspected,
  hexOf,
  type InvitedPerson,
  type MatchedPhone,
  type MovedKeys,
  type NewFile,
  type PasskeyProof,
  type RequestedApplication,
  type RequestedReset,
  type ResentLink,
  type SecretHashes,
  type SignedChallenge,
  type SignedInSubject,
} from './given.ts';
import type { AdminPrincipal, AuthenticatedPrincipal, CenterPrincipal, DoctorPrincipal } from './principal.ts';
import type { SystemPurpose } from './system-purpose.ts';

/**
 * Whose records may be touched. The classes are private to this file. Only its mint functions create a scope, and only
 * `authorization/` may import them (enforced by the architecture test). A missing check therefore does not compile.
 */

class Center extends RowScope {
  readonly kind = 'center';
  readonly link: string | null;
  readonly session: string;
  readonly centerId: string;
  readonly system: CenterAct['system'] | null;
  override readonly subject: string | null;
  constructor(session: string, centerId: string, act?: CenterAct) {
    super();
    this.session = session;
    this.centerId = centerId;
    this.subject = act?.subject ?? null;
    this.system = act?.system ?? null;
    this.link = act === undefined ? null : describeGiven(act.given);
  }
}

class Doctor extends RowScope {
  readonly kind = 'doctor';
  readonly link: string | null;
  readonly session: string;
  readonly doctorId: string;
  readonly system: 'matching' | null;
  override readonly subject: string | null;
  constructor(session: string, doctorId: string, matched?: MatchedPhone) {
    super();
    this.session = session;
    this.doctorId = doctorId;
    this.system = matched === undefined ? null : 'matching';
    this.link =
      matched === undefined
        ? null
        : describeGiven({
            n: matched.phoneIndex,
            t: matched.linkHash,
            ...(matched.newCodeId === undefined ? {} : { i: bytesOfId(matched.newCodeId) }),
            ...(matched.code ? { m: matched.code.mac } : {}),
          });
    this.subject = matched?.code?.id ?? null;
  }
}

class Admin extends RowScope {
  readonly kind = 'admin';
  readonly link: string | null;
  readonly system: 'new-reset' | 'new-email' | null;
  override readonly subject: string | null;
  readonly session: string;
  /** `act`: of one kind, on one account. */
  constructor(
    session: string,
    act?: { system: 'new-reset' | 'new-email'; given: Record<string, Buffer>; userId: string },
  ) {
    super();
    this.session = session;
    this.link = act === undefined ? null : describeGiven(act.given);
    this.system = act?.system ?? null;
    this.subject = act?.userId ?? null;
  }
}

class Link extends RowScope {
  readonly kind = 'link';
  readonly session = null;
  readonly link: string;
  readonly system: 'consent' | null;
  override readonly subject: string | null;
  constructor(linkHash: Buffer, act?: ConsentAct) {
    super();
    this.system = act === undefined ? null : 'consent';
    this.link = act === undefined ? linkHash.toString('hex') : describeGiven({ l: linkHash, ...givenByAct(act) });
    this.subject = act?.code?.id ?? null;
  }
}

/** Scope of the list of all grants of a phone, by the secret that a code from the phone yielded. */
class Overview extends RowScope {
  readonly kind = 'overview';
  readonly session = null;
  readonly link: string;
  readonly system = 'overview';
  override readonly subject: string | null;
  constructor(secretHash: Buffer, act?: OverviewAct) {
    super();
    this.link = describeGiven({ o: secretHash, ...(act?.terms ? givenByAct({ terms: act.terms }) : {}) });
    this.subject = act?.grantId ?? null;
  }
}

/** Scope of a patient's own pictures, by the secret that a code from the phone yielded. */
class Own extends RowScope {
  readonly kind = 'own';
  readonly session = null;
  readonly link: string;
  readonly system = 'own';
  constructor(secretHash: Buffer, act?: OwnAct) {
    super();
    this.link = describeGiven({ o: secretHash, ...(act === undefined ? {} : givenByPerson(act)) });
  }
}

/** Scope of background work. */
class System extends RowScope {
  readonly kind = 'system';
  readonly session: string | null;
  readonly link: string | null;
  readonly system: SystemPurpose;
  constructor(system: SystemPurpose, session: string | null, link: string | null = null) {
    super();
    this.system = system;
    this.session = session;
    this.link = link;
  }
}

/** Scope of looking up an account to sign in to, and of a session or token that is found by its secret. */
class SignIn extends RowScope {
  readonly kind = 'sign-in';
  readonly session = null;
  readonly system = 'sign-in';
  /** Parts with their kind as first letter, separated by dots, as `scope_named_accounts()` and `scope_accounts()` read them. */
  readonly link: string;
  constructor({ secretHashes = [], userId, email, centerId }: AccountSubject) {
    super();
    this.link = [
      ...secretHashes.map((hash) => `s${hash.toString('hex')}`),
      ...(userId === undefined ? [] : [`u${userId}`]),
      ...(email === undefined ? [] : [`e${hexOf(email)}`]),
      ...(centerId === undefined ? [] : [`c${hexOf(centerId)}`]),
    ].join('.');
  }
}

/**
 * Scope of the account whose password was given. The database compares the hash again, so the scope opens nothing if the
 * password is wrong or changed meanwhile. Also opens the sessions of the previous session's account.
 */
class SignedIn extends RowScope {
  readonly kind = 'signed-in';
  readonly session = null;
  readonly system = 'signed-in';
  /** As `scope_signed_in()` and `scope_accounts()` read it. */
  readonly link: string;
  constructor({ userId, passwordHash, previousSession, newSession, challenge }: SignedInSubject) {
    super();
    this.link = [
      `u${userId}`,
      `p${hashSecret(passwordHash).toString('hex')}`,
      ...(previousSession === null ? [] : [`s${previousSession.toString('hex')}`]),
      describeGiven({ ...givenBySecrets(newSession), h: challenge }),
    ].join('.');
  }
}

/**
 * Scope of a sign-in challenge, by the SHA-256 of its secret, or of a passkey, by its credential ID: finds what it is compared
 * with, or, with a proof, begins the session.
 */
class Factor extends RowScope {
  readonly kind = 'factor';
  readonly session = null;
  readonly system: 'factor' | 'passkey';
  /** As `scope_challenged()`, `scope_passkey_account()`, `use_factor()`, `use_passkey()` and `scope_accounts()` read it. */
  readonly link: string;
  constructor(system: 'factor' | 'passkey', given: Record<string, Buffer>) {
    super();
    this.system = system;
    this.link = describeGiven(given);
  }
}

/** Scope of the health check that tries a session of an administrator for a minute at most. */
class SessionProbe extends RowScope {
  readonly kind = 'session-probe';
  readonly session = null;
  readonly system = 'session-probe';
  readonly link: string;
  constructor(userId: string, newSession: SecretHashes) {
    super();
    this.link = `u${userId}.${describeGiven(givenBySecrets(newSession))}`;
  }
}

/** Scope of the portal's own work on one record, or, without one, on a list of them. */
abstract class Work extends RowScope {
  readonly session = null;
  readonly link = null;
  override readonly subject: string | null;
  constructor(subject: string | null) {
    super();
    this.subject = subject;
  }
}

/** Scope of one exam while it is indexed. */
class Imaging extends Work {
  readonly kind = 'imaging';
  readonly system = 'imaging';
}

/** Scope of a job that sends one message of the outbox, or watches one doctor's requests. */
class Outbox extends Work {
  readonly kind = 'outbox';
  readonly system = 'outbox';
}

/** Scope of an erasure: of one patient, or of the list of all erased patients. */
class Erasure extends Work {
  readonly kind = 'erasure';
  readonly system = 'erasure';
}

/** Scope of the chain writer: reads every event and extends the audit chain, nothing else. */
class Chain extends Work {
  readonly kind = 'chain';
  readonly system = 'chain';
}

/** Scope of a mailed link. Its token is the authority for one act, such as to set one password or to confirm one application. */
class Mailed extends RowScope {
  readonly kind = 'mailed';
  readonly session: string | null;
  readonly link: string;
  readonly system: 'recovery' | 'signup' | 'invitation' | 'factor-reset';
  constructor(link: string, system: Mailed['system'], session: string | null = null) {
    super();
    this.session = session;
    this.link = link;
    this.system = system;
  }
}

/** Scope of a request for a password link: finds the account of its address, and stores the link. */
class ResetRequest extends RowScope {
  readonly kind = 'reset-request';
  readonly session = null;
  readonly link: string;
  readonly system = 'reset-request';
  constructor({ email, emailIndex, tokenHash }: RequestedReset) {
    super();
    this.link = describeGiven({ a: Buffer.from(email, 'utf8'), x: emailIndex, t: tokenHash });
  }
}

/** Scope of a doctor's application: checks its address and license number, stores it, and makes its account. */
class Application extends RowScope {
  readonly kind = 'application';
  readonly session = null;
  readonly link: string;
  readonly system = 'signup';
  constructor(application: RequestedApplication) {
    super();
    this.link = describeGiven(givenByApplication(application));
  }
}

/** Scope of the user's own account, in any role: session, password, events. */
class Account extends RowScope {
  readonly kind = 'account';
  readonly link: string | null;
  readonly system: 'renewing' | 'factors' | null;
  readonly session: string;
  readonly userId: string;
  constructor(session: string, userId: string, given?: Record<string, Buffer>, system: Account['system'] = 'renewing') {
    super();
    this.session = session;
    this.userId = userId;
    this.system = given === undefined ? null : system;
    this.link = given === undefined ? null : describeGiven(given);
  }
}

/** Scope without a principal: only what is public. */
class Open extends RowScope {
  readonly kind = 'open';
  readonly session = null;
  readonly link = null;
  readonly system = null;
}

export type CenterScope = Center;
export type DoctorScope = Doctor;
export type AdminScope = Admin;
export type LinkScope = Link;
export type OverviewScope = Overview;
export type OwnScope = Own;
/** Scopes that see exams. */
export type ViewerScope = Center | Doctor | Own;
export type SystemScope = System;
export type SignInScope = SignIn;
export type SignedInScope = SignedIn;
export type FactorScope = Factor;
export type SessionProbeScope = SessionProbe;
export type ImagingScope = Imaging;
export type MailedScope = Mailed;
export type ResetRequestScope = ResetRequest;
export type ApplicationScope = Application;
export type OutboxScope = Outbox;
export type ChainScope = Chain;
export type ErasureScope = Erasure;
export type AccountScope = Account;
export type OpenScope = Open;

export const mint = {
  center: (principal: CenterPrincipal): CenterScope => new Center(principal.sessionId, principal.centerId),
  doctor: (principal: DoctorPrincipal): DoctorScope => new Doctor(principal.sessionId, principal.doctorId),
  /** For a doctor's request by phone number: finds the patients of the number before any grant exists. */
  matching: (scope: DoctorScope, matched: MatchedPhone): DoctorScope =>
    new Doctor(scope.session, scope.doctorId, matched),
  resending: ({ session, centerId }: CenterScope, { patientId, linkHash }: ResentLink): CenterScope =>
    new Center(session, centerId, { system: 'resending', given: { t: linkHash }, subject: patientId }),
  moving: ({ session, centerId }: CenterScope, { keysHash }: MovedKeys): CenterScope =>
    new Center(session, centerId, { system: 'moving', given: { w: keysHash } }),
  uploading: ({ session, centerId }: CenterScope, { objectId }: NewFile): CenterScope =>
    new Center(session, centerId, { system: 'uploading', given: { f: bytesOfId(objectId) } }),
  inviting: ({ session, centerId }: CenterScope, { email, tokenHash }: InvitedPerson): CenterScope =>
    new Center(session, centerId, { system: 'inviting', given: { a: Buffer.from(email, 'utf8'), t: tokenHash } }),
  admin: (principal: AdminPrincipal): AdminScope => new Admin(principal.sessionId),
  /** For a request to remove an account's second factor, by the SHA-256 of the token of the link that stops it. */
  newReset: ({ session }: AdminScope, userId: string, cancelHash: Buffer): AdminScope =>
    new Admin(session, { system: 'new-reset', given: { t: cancelHash }, userId }),
  /** For a new address of an account, by an administrator. */
  newEmailOf: ({ session }: AdminScope, userId: string, email: string): AdminScope =>
    new Admin(session, { system: 'new-email', given: { a: Buffer.from(email, 'utf8') }, userId }),
  /** The token is the authority: it grants the patient's rights. */
  link: (token: string): LinkScope => new Link(hashSecret(token)),
  /** For an answer, a change or a code. An answer also replaces active grants of the same doctor and patients. */
  consent: (token: string, act: ConsentAct): LinkScope => new Link(hashSecret(token), act),
  overview: (secret: string, act?: OverviewAct): OverviewScope => new Overview(hashSecret(secret), act),
  own: (secret: string, act?: OwnAct): OwnScope => new Own(hashSecret(secret), act),
  mailed: (purpose: 'recovery' | 'signup', token: string): MailedScope =>
    new Mailed(hashSecret(token).toString('hex'), purpose),
  invitation: (token: string, session: string | null): MailedScope =>
    new Mailed(describeGiven({ t: hashSecret(token) }), 'invitation', session),
  factorReset: (token: string): MailedScope => new Mailed(describeGiven({ t: hashSecret(token) }), 'factor-reset'),
  account: (principal: AuthenticatedPrincipal): AccountScope => new Account(principal.sessionId, principal.userId),
  /** For a session that replaces this one after the password was given again, or a passkey signed. */
  renewing: (scope: AccountScope, newSession: SecretHashes, passkey?: PasskeyProof): AccountScope =>
    new Account(scope.session, scope.userId, { ...givenBySecrets(newSession), ...givenByPasskey(passkey) }),
  /** For a new password of this account, by its hash, and the session that continues. */
  newPassword: (scope: AccountScope, newSession: SecretHashes, passwordHash: string): AccountScope =>
    new Account(scope.session, scope.userId, { ...givenBySecrets(newSession), p: hashSecret(passwordHash) }),
  /** For a new address of this account. */
  newEmail: (scope: DoctorScope, userId: string, email: string): AccountScope =>
    new Account(scope.session, userId, { a: Buffer.from(email, 'utf8') }),
  /** For a new API token of this account, by the SHA-256 of its secret. */
  newToken: (scope: CenterScope | DoctorScope, userId: string, tokenHash: Buffer): AccountScope =>
    new Account(scope.session, userId, { k: tokenHash }),
  factors: (scope: AccountScope, added?: AddedPasskey): AccountScope =>
    new Account(scope.session, scope.userId, givenByAddedPasskey(added), 'factors'),
  system: (purpose: SystemPurpose, session: string | null = null): SystemScope => new System(purpose, session),
  signIn: (subject: AccountSubject): SignInScope => new SignIn(subject),
  signedIn: (subject: SignedInSubject): SignedInScope => new SignedIn(subject),
  factor: (challenge: Buffer, factor?: ClaimedFactor): FactorScope =>
    new Factor('factor', { h: challenge, ...givenByClaimed(factor) }),
  passkey: (passkey: ClaimedFactor): FactorScope => new Factor('passkey', givenByClaimed(passkey)),
  copiedPasskey: (signed: SignedChallenge): FactorScope => new Factor('passkey', givenBySuspected(signed)),
  sessionProbe: (userId: string, newSession: SecretHashes): SessionProbeScope => new SessionProbe(userId, newSession),
  resetRequest: (reset: RequestedReset): ResetRequestScope => new ResetRequest(reset),
  application: (application: RequestedApplication): ApplicationScope => new Application(application),
  factorRemoval: (email: string): SystemScope =>
    new System('factor-removal', null, describeGiven({ a: Buffer.from(email, 'utf8') })),
  imaging: (examId: string): ImagingScope => new Imaging(examId),
  outbox: (subject: string): OutboxScope => new Outbox(subject),
  chain: (): ChainScope => new Chain(null),
  erasure: (patientId: string | null): ErasureScope => new Erasure(patientId),
  open: (): OpenScope => new Open(),
};

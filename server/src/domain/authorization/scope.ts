import { hashSecret } from '../../platform/crypto/hash-secret.ts';
import { RowScope } from '../../platform/db/row-scope.ts';
import type { ConsentAct, OverviewAct, OwnAct } from './consent-acts.ts';
import {
  bytesOfId,
  describeGiven,
  givenByAct,
  givenByPerson,
  givenBySecrets,
  type MatchedPhone,
  type MovedKeys,
  type RequestedReset,
  type ResentLink,
  type SecretHashes,
} from './given.ts';
import type { AdminPrincipal, AuthenticatedPrincipal, CenterPrincipal, DoctorPrincipal } from './principal.ts';

/**
 * Whose records may be touched. The classes are private to this file. Only its mint functions create a scope, and only
 * `authorization/` may import them (enforced by the architecture test). A missing check therefore does not compile.
 */

class Center extends RowScope {
  readonly kind = 'center';
  readonly link: string | null;
  readonly session: string;
  readonly centerId: string;
  readonly system: 'resending' | 'moving' | null;
  override readonly subject: string | null;
  constructor(session: string, centerId: string, given?: ResentLink | MovedKeys) {
    super();
    this.session = session;
    this.centerId = centerId;
    this.subject = null;
    this.system = null;
    this.link = null;
    if (given === undefined) return;
    const isMove = 'keysHash' in given;
    this.system = isMove ? 'moving' : 'resending';
    this.link = describeGiven(isMove ? { w: given.keysHash } : { t: given.linkHash });
    if (!isMove) this.subject = given.patientId;
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
  readonly link = null;
  readonly system = null;
  readonly session: string;
  constructor(session: string) {
    super();
    this.session = session;
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

/** Scope of background work. Row-level security limits each purpose to the rows its policies name. */
export type SystemPurpose =
  | 'alarms'
  | 'signup'
  | 'outbox'
  | 'sweep'
  | 'start'
  | 'health'
  | 'log'
  | 'support'
  | 'imaging'
  | 'breach'
  | 'stream'
  | 'queue'
  | 'throttle'
  | 'rotation'
  | 'billing'
  | 'payment-event'
  | 'invoice-files'
  | 'fiscal-check';

class System extends RowScope {
  readonly kind = 'system';
  readonly session: string | null;
  readonly link = null;
  readonly system: SystemPurpose;
  constructor(system: SystemPurpose, session: string | null) {
    super();
    this.system = system;
    this.session = session;
  }
}

/**
 * How a caller without a session identifies an account. The secrets (SHA-256) of sessions and tokens open the rows of
 * their accounts. An account that is only named, by id, email or center ID, opens no row: the scope finds its id and how
 * its password is hashed.
 */
export interface AccountSubject {
  secretHashes?: readonly Buffer[];
  userId?: string;
  email?: string;
  centerId?: string;
}

const hexOf = (text: string) => Buffer.from(text, 'utf8').toString('hex');

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

/** An account and what its password yielded: the complete hash. `previousSession`: SHA-256 of the secret of a session. */
export interface SignedInSubject {
  userId: string;
  passwordHash: string;
  previousSession: Buffer | null;
  newSession: SecretHashes;
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
  constructor({ userId, passwordHash, previousSession, newSession }: SignedInSubject) {
    super();
    this.link = [
      `u${userId}`,
      `p${hashSecret(passwordHash).toString('hex')}`,
      ...(previousSession === null ? [] : [`s${previousSession.toString('hex')}`]),
      describeGiven(givenBySecrets(newSession)),
    ].join('.');
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

/** Scope of one exam while it is indexed. */
class Imaging extends RowScope {
  readonly kind = 'imaging';
  readonly session = null;
  readonly link = null;
  readonly system = 'imaging';
  override readonly subject: string;
  constructor(examId: string) {
    super();
    this.subject = examId;
  }
}

/** Scope of a job that sends one message of the outbox, or watches one doctor's requests. */
class Outbox extends RowScope {
  readonly kind = 'outbox';
  readonly session = null;
  readonly link = null;
  readonly system = 'outbox';
  override readonly subject: string;
  constructor(subject: string) {
    super();
    this.subject = subject;
  }
}

/** Scope of an erasure: of one patient, or, without one, of the list of all erased patients. */
class Erasure extends RowScope {
  readonly kind = 'erasure';
  readonly session = null;
  readonly link = null;
  readonly system = 'erasure';
  override readonly subject: string | null;
  constructor(patientId: string | null) {
    super();
    this.subject = patientId;
  }
}

/** Scope of the chain writer: reads every event and extends the audit chain, nothing else. */
class Chain extends RowScope {
  readonly kind = 'chain';
  readonly session = null;
  readonly link = null;
  readonly system = 'chain';
}

/** Scope of a mailed link. Its token is the authority to set one password or to confirm one application. */
class Mailed extends RowScope {
  readonly kind = 'mailed';
  readonly session = null;
  readonly link: string;
  readonly system: 'recovery' | 'signup';
  constructor(link: string, system: 'recovery' | 'signup') {
    super();
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

/** Scope of the user's own account, in any role: session, password, events. */
class Account extends RowScope {
  readonly kind = 'account';
  readonly link: string | null;
  readonly system: 'renewing' | null;
  readonly session: string;
  readonly userId: string;
  constructor(session: string, userId: string, given?: Record<string, Buffer>) {
    super();
    this.session = session;
    this.userId = userId;
    this.system = given === undefined ? null : 'renewing';
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
export type SessionProbeScope = SessionProbe;
export type ImagingScope = Imaging;
export type MailedScope = Mailed;
export type ResetRequestScope = ResetRequest;
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
  resending: (scope: CenterScope, resent: ResentLink): CenterScope => new Center(scope.session, scope.centerId, resent),
  moving: (scope: CenterScope, moved: MovedKeys): CenterScope => new Center(scope.session, scope.centerId, moved),
  admin: (principal: AdminPrincipal): AdminScope => new Admin(principal.sessionId),
  /** The token is the authority: it grants the patient's rights. */
  link: (token: string): LinkScope => new Link(hashSecret(token)),
  /** For an answer, a change or a code. An answer also replaces active grants of the same doctor and patients. */
  consent: (token: string, act: ConsentAct): LinkScope => new Link(hashSecret(token), act),
  overview: (secret: string, act?: OverviewAct): OverviewScope => new Overview(hashSecret(secret), act),
  own: (secret: string, act?: OwnAct): OwnScope => new Own(hashSecret(secret), act),
  mailed: (purpose: 'recovery' | 'signup', token: string): MailedScope =>
    new Mailed(hashSecret(token).toString('hex'), purpose),
  account: (principal: AuthenticatedPrincipal): AccountScope => new Account(principal.sessionId, principal.userId),
  /** For a session that replaces this one after the password was given again. */
  renewing: (scope: AccountScope, newSession: SecretHashes): AccountScope =>
    new Account(scope.session, scope.userId, givenBySecrets(newSession)),
  /** For a new API token of this account, by the SHA-256 of its secret. */
  newToken: (scope: CenterScope | DoctorScope, userId: string, tokenHash: Buffer): AccountScope =>
    new Account(scope.session, userId, { k: tokenHash }),
  system: (purpose: SystemPurpose, session: string | null = null): SystemScope => new System(purpose, session),
  signIn: (subject: AccountSubject): SignInScope => new SignIn(subject),
  signedIn: (subject: SignedInSubject): SignedInScope => new SignedIn(subject),
  sessionProbe: (userId: string, newSession: SecretHashes): SessionProbeScope => new SessionProbe(userId, newSession),
  resetRequest: (reset: RequestedReset): ResetRequestScope => new ResetRequest(reset),
  imaging: (examId: string): ImagingScope => new Imaging(examId),
  outbox: (subject: string): OutboxScope => new Outbox(subject),
  chain: (): ChainScope => new Chain(),
  erasure: (patientId: string | null): ErasureScope => new Erasure(patientId),
  open: (): OpenScope => new Open(),
};

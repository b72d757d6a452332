import type { ConsentAct, OwnAct } from './consent-acts.ts';

/**
 * What the portal computed and a scope carries, signed: the database compares the stored row with it (`scope_given()`), so
 * a statement smuggled into the request can neither choose nor store other values.
 */

/** What a doctor's request for access concerns: one phone number, and the link that the next SMS to it has. */
export interface MatchedPhone {
  phoneIndex: Buffer;
  /** SHA-256 of the token of the new link. */
  linkHash: Buffer;
  /** The id of the code that is sent. */
  newCodeId?: string;
  /** The code that the doctor entered; the database compares its MAC. Without it, a code is only sent. */
  code?: { id: string; mac: Buffer };
}

/** A consent link that a center sends again: for a grant of this patient, with this hash of its token. */
export interface ResentLink {
  patientId: string;
  linkHash: Buffer;
}

/** The keys of a moved exam's measurements, as wrapped for its new patient: a SHA-256, as `rewrap_annotation_keys()` computes it. */
export interface MovedKeys {
  keysHash: Buffer;
}

/** The stored object into which a new upload's bytes go. */
export interface NewFile {
  objectId: string;
}

/** The hashes of a new session's two secrets. The database accepts no session with others. */
export interface SecretHashes {
  bearerHash: Buffer;
  cookieHash: Buffer;
}

/** A request for a password link to an address. The database accepts no link with another token. */
export interface RequestedReset {
  email: string;
  emailIndex: Buffer;
  tokenHash: Buffer;
}

/**
 * A doctor's application: the database tells of no other address and license number whether an account has them, makes no
 * account with others, and stores no other link.
 */
export interface RequestedApplication {
  email: string;
  licenseNumber: string;
  /** The mailed link that confirms the address, where one is sent. */
  link?: Pick<RequestedReset, 'emailIndex' | 'tokenHash'>;
}

/** As `scope_address()` and the policies of `users`, `doctors` and `signup_confirmations` read it. */
export const givenByApplication = ({ email, licenseNumber, link }: RequestedApplication): Record<string, Buffer> => ({
  a: Buffer.from(email, 'utf8'),
  v: Buffer.from(licenseNumber, 'utf8'),
  ...(link === undefined ? {} : { x: link.emailIndex, t: link.tokenHash }),
});

/** Values with a letter for their kind, separated by dots, as `scope_given()` reads them. */
export const describeGiven = (given: Record<string, Buffer>) =>
  Object.entries(given)
    .map(([kind, value]) => `${kind}${value.toString('hex')}`)
    .join('.');

export const bytesOfId = (id: string) => Buffer.from(id.replaceAll('-', ''), 'hex');

/** As `guard_access()`, `use_link_code()` and the policies of `link_codes` read it. */
export function givenByAct({ terms, code, newCodeId, phoneIndex, sessionHash }: ConsentAct): Record<string, Buffer> {
  const { patientIds, days, examTypes } = terms ?? {};
  return {
    ...(patientIds === undefined ? {} : { p: Buffer.from(patientIds.join('\n')) }),
    ...(days === undefined ? {} : { d: Buffer.from(String(days)) }),
    ...(examTypes === undefined ? {} : { e: Buffer.from((examTypes ?? []).join(',')) }),
    ...(code === undefined ? {} : { m: code.mac }),
    ...(newCodeId === undefined ? {} : { i: bytesOfId(newCodeId) }),
    ...(phoneIndex === undefined ? {} : { n: phoneIndex }),
    ...(sessionHash === undefined ? {} : { o: sessionHash }),
  };
}

/** As `open_own_pictures()` reads it. */
export const givenByPerson = ({ patientId, dateOfBirth }: OwnAct): Record<string, Buffer> => ({
  p: Buffer.from(patientId),
  q: Buffer.from(dateOfBirth),
});

export const givenBySecrets = ({ bearerHash, cookieHash }: SecretHashes) => ({ b: bearerHash, c: cookieHash });

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

/** An account and what its password yielded: the complete hash. `previousSession`: SHA-256 of the secret of a session. */
export interface SignedInSubject {
  userId: string;
  passwordHash: string;
  previousSession: Buffer | null;
  newSession: SecretHashes;
  /** SHA-256 of the secret of the challenge that the password yields if the account has a second factor. */
  challenge: Buffer;
}

/** A passkey that signed a challenge of the portal, and the counter of its signatures. */
export interface PasskeyProof {
  credentialId: Buffer;
  signCount: number;
  /** SHA-256 of the challenge. */
  challengeHash: Buffer;
}

/** As `use_passkey()` reads it. */
export const givenByPasskey = (passkey?: PasskeyProof): Record<string, Buffer> =>
  passkey === undefined
    ? {}
    : { y: passkey.credentialId, j: Buffer.from(String(passkey.signCount)), z: passkey.challengeHash };

/** The proof of a passkey, with the time at which its challenge was given out, in seconds. */
export interface SignedChallenge extends PasskeyProof {
  givenOut: number;
}

/** As `suspect_passkey()` reads it. */
export const givenBySuspected = (signed: SignedChallenge): Record<string, Buffer> => ({
  ...givenByPasskey(signed),
  u: Buffer.from(String(signed.givenOut)),
});

/** A new passkey: the database stores no other, and its challenge once. */
export interface AddedPasskey {
  credentialId: Buffer;
  /** SHA-256 of the public key. */
  keyHash: Buffer;
  challengeHash: Buffer;
}

export const givenByAddedPasskey = (added?: AddedPasskey): Record<string, Buffer> =>
  added === undefined ? {} : { y: added.credentialId, r: added.keyHash, z: added.challengeHash };

/**
 * What begins a session beside a password, and the new session: a passkey, the step of a code that was right, or the MAC of a
 * recovery code.
 */
export interface FactorProof {
  factor: { passkey: PasskeyProof } | { step: number } | { mac: Buffer };
  previousSession: Buffer | null;
  newSession: SecretHashes;
}

function givenByFactor(factor: FactorProof['factor']): Record<string, Buffer> {
  if ('passkey' in factor) return givenByPasskey(factor.passkey);
  return 'step' in factor ? { g: Buffer.from(String(factor.step)) } : { m: factor.mac };
}

/** A passkey by its credential ID, before its signature is verified, or what proved a factor. */
export type ClaimedFactor = FactorProof | { credentialId: Buffer };

/** As `find_passkey()`, `use_factor()`, `use_passkey()` and `scope_accounts()` read it. */
export function givenByClaimed(factor?: ClaimedFactor): Record<string, Buffer> {
  if (factor === undefined) return {};
  return 'factor' in factor ? givenByProof(factor) : { y: factor.credentialId };
}

const givenByProof = ({ factor, previousSession, newSession }: FactorProof): Record<string, Buffer> => ({
  ...givenByFactor(factor),
  ...(previousSession === null ? {} : { s: previousSession }),
  ...givenBySecrets(newSession),
});

export const hexOf = (text: string) => Buffer.from(text, 'utf8').toString('hex');

/** An invitation to an address. The database stores no other address and link. */
export interface InvitedPerson {
  email: string;
  tokenHash: Buffer;
}

/** What a center's request stores for which the portal computed a value. */
export interface CenterAct {
  system: 'resending' | 'moving' | 'uploading' | 'inviting';
  given: Record<string, Buffer>;
  subject?: string;
}

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

import { sql } from 'kysely';
import type { RoleName } from '../core/column-values.ts';
import type { Reader, Tx } from '../database.ts';
import type { NamedPasskey } from './passkey-options.ts';
import { maxPasskeys } from './reads.ts';

/* The functions of the database that alone write challenges and use factors (sql/functions.sql). */

/** Begins the scope's new challenge, for a caller of this network. Returns when it ends; null if the password is no longer right. */
export async function beginChallenge(
  tx: Tx,
  id: string,
  { addressBlock, memberId }: { addressBlock: string | null; memberId: string | null },
): Promise<Date | null> {
  const query = sql<{ endsAt: Date | null }>`
    SELECT begin_challenge(${id}, ${addressBlock}, ${memberId}) AS "endsAt"`;
  return (await query.execute(tx)).rows[0]?.endsAt ?? null;
}

/** Challenges of one run; the next run takes more. */
const maxMissed = 1_000;

/** Takes challenges that ended without a factor, each once: their accounts, and the networks that gave the password. */
export async function takeMissedFactors(tx: Tx): Promise<{ userId: string; addressBlock: string | null }[]> {
  const { rows } = await sql<{ userId: string; addressBlock: string | null }>`
    SELECT account AS "userId", block AS "addressBlock" FROM take_missed_factors(${maxMissed})`.execute(tx);
  return rows;
}

/** Counts an attempt at the scope's challenge. Returns its account, and the secret of its app; null if the challenge is over. */
export async function countFactorTry(tx: Tx): Promise<{ userId: string; encryptedSecret: Buffer | null } | null> {
  const { rows } = await sql<{ userId: string; encryptedSecret: Buffer | null }>`
    SELECT account AS "userId", encrypted_secret AS "encryptedSecret" FROM count_factor_try()`.execute(tx);
  return rows[0] ?? null;
}

/** Finds the membership with which the scope's challenge signs in; null for the account's own rights. */
export async function findChallengedMember(tx: Reader): Promise<string | null> {
  const { rows } = await sql<{ memberId: string | null }>`SELECT challenged_member() AS "memberId"`.execute(tx);
  return rows[0]?.memberId ?? null;
}

/** Uses the scope's factor and challenge, once. Returns whether the factor was right and unused. */
export async function useFactor(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ isUsed: boolean }>`SELECT use_factor() AS "isUsed"`.execute(tx);
  return rows[0]?.isUsed === true;
}

/** Uses a code of the scope's own app, once, by its step. Confirms an app that waits for its first code. */
export async function useOwnStep(tx: Tx, step: number): Promise<boolean> {
  const { rows } = await sql<{ isUsed: boolean }>`SELECT use_own_step(${step}) AS "isUsed"`.execute(tx);
  return rows[0]?.isUsed === true;
}

/** A passkey that a caller without a session presents, and its account. */
export interface ClaimedPasskey {
  userId: string;
  role: RoleName;
  handle: Buffer;
  publicKey: Buffer;
  signCount: number;
}

/** Finds the passkey of the scope; null if there is none, if it is suspect, or if its account may not sign in. */
export async function findClaimedPasskey(tx: Reader): Promise<ClaimedPasskey | null> {
  const { rows } = await sql<ClaimedPasskey>`
    SELECT account AS "userId", account_role AS role, handle, public_key AS "publicKey", sign_count AS "signCount"
    FROM find_passkey()`.execute(tx);
  return rows[0] ?? null;
}

/** Lists the passkeys that may end the scope's challenge, at most twenty, with their account. Empty if it is over. */
export async function listChallengedPasskeys(tx: Reader): Promise<(NamedPasskey & { userId: string })[]> {
  const { rows } = await sql<NamedPasskey & { userId: string }>`
    SELECT account AS "userId", credential_id AS "credentialId", transports FROM challenged_passkeys() LIMIT ${maxPasskeys}`.execute(
    tx,
  );
  return rows;
}

/** Uses the scope's passkey, and its challenge once. Returns whether it was so. */
export async function usePasskey(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ isUsed: boolean }>`SELECT use_passkey() AS "isUsed"`.execute(tx);
  return rows[0]?.isUsed === true;
}

/** Spends the challenge of a new passkey, once. */
export async function spendChallenge(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ isSpent: boolean }>`SELECT spend_challenge() AS "isSpent"`.execute(tx);
  return rows[0]?.isSpent === true;
}

/** Makes the scope's passkey suspect. Returns whether it was not yet so. */
export async function suspectPasskey(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ isSuspected: boolean }>`SELECT suspect_passkey() AS "isSuspected"`.execute(tx);
  return rows[0]?.isSuspected === true;
}

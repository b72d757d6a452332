import { hashSecret } from '../../../platform/crypto/hash-secret.ts';
import type { RoleName, SessionRole } from '../../core/column-values.ts';
import type { SignInMembership } from '../account-holder.ts';

/**
 * The three kinds of sign-in. A center signs in with its center ID, the others with their email. A member of a center types
 * `CENTER-ID/name` or the email in place of the center ID.
 */
export type SignInIdentifier =
  | { kind: 'center'; centerId: string }
  | { kind: 'doctor'; email: string }
  | { kind: 'admin'; email: string };

export const roles = {
  center: 'medical_center',
  doctor: 'doctor',
  admin: 'admin',
} as const satisfies Record<SignInIdentifier['kind'], RoleName>;

/** Computes the key that counts attempts for one account, known or unknown. */
export function signInThrottleKey(identifier: SignInIdentifier): string {
  // One case and form, as in the account lookup: another one gives no extra attempts. To `any_case()`, ϴ is a Θ.
  const anyCase = (id: string) => id.normalize('NFC').toUpperCase().replaceAll('ϴ', 'Θ');
  const name = `${identifier.kind}:${identifier.kind === 'center' ? anyCase(identifier.centerId) : identifier.email}`;
  return hashSecret(name).toString('base64url');
}

/** Who signed in, and for which center. */
export interface SignedInHolder {
  email: string;
  role: SessionRole;
  center: { centerId: string } | null;
  member: SignInMembership['member'] | null;
}

/** Computes the keys of the names by which an account may sign in, the usual one first. */
export function signInKeysOf({ email, role, center, member }: SignedInHolder): [string, ...string[]] {
  if (center === null) return [signInThrottleKey({ kind: role === 'admin' ? 'admin' : 'doctor', email })];
  const { centerId } = center;
  const usual = member === null ? centerId : `${centerId}/${member.username}`;
  const keyOf = (typed: string) => signInThrottleKey({ kind: 'center', centerId: typed });
  return [keyOf(usual), keyOf(email)];
}

import type { Role } from '@medcloud/contract/shapes/accounts';

/** What is known of the session at the door of a screen. */
export interface SessionStatus {
  /** A session id is stored and the portal has not answered about it yet. */
  isLoading: boolean;
  /** The portal could not be reached. */
  hasFailed: boolean;
  /** Undefined without a session. */
  role: Role | undefined;
}

export type GuardResult = 'skeleton' | 'no-answer' | 'sign-in' | 'other-role' | 'enter';

/** Whether one may enter a screen of `role`; without a role, whoever is signed in (product, "Sessions"). */
export function guardRoute({ isLoading, hasFailed, role: ownRole }: SessionStatus, role?: Role): GuardResult {
  if (ownRole !== undefined) return role === undefined || ownRole === role ? 'enter' : 'other-role';
  if (isLoading) return 'skeleton';
  return hasFailed ? 'no-answer' : 'sign-in';
}

import type { Role } from '@medcloud/contract/shapes/accounts';

/** The session's state when a guarded screen opens. */
export interface SessionStatus {
  /** A session id is stored and the server has not confirmed it yet. */
  isLoading: boolean;
  /** The server could not be reached. */
  hasFailed: boolean;
  /** Undefined without a session. */
  role: Role | undefined;
}

export type GuardResult = 'skeleton' | 'no-answer' | 'sign-in' | 'other-role' | 'enter';

/** Decides what a screen of `role` shows. Without a role, any signed-in user may enter (product, "Sessions"). */
export function guardRoute({ isLoading, hasFailed, role: ownRole }: SessionStatus, role?: Role): GuardResult {
  if (ownRole !== undefined) return role === undefined || ownRole === role ? 'enter' : 'other-role';
  if (isLoading) return 'skeleton';
  return hasFailed ? 'no-answer' : 'sign-in';
}

import type { Role } from '@medcloud/contract/shapes/accounts';

/** What is known of the session at the door of a screen. */
export interface AtTheDoor {
  /** A session id is stored and the portal has not answered about it yet. */
  isAsking: boolean;
  /** The portal could not be reached. */
  hasFailed: boolean;
  /** Undefined without a session. */
  role: Role | undefined;
}

export type Admission = 'skeleton' | 'no-answer' | 'sign-in' | 'other-role' | 'enter';

/** Whether one may enter a screen of `role`; without a role, whoever is signed in (product, "Sessions"). */
export function admit({ isAsking, hasFailed, role: mine }: AtTheDoor, role?: Role): Admission {
  if (mine !== undefined) return role === undefined || mine === role ? 'enter' : 'other-role';
  if (isAsking) return 'skeleton';
  return hasFailed ? 'no-answer' : 'sign-in';
}

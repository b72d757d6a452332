import type { Doctor, MedicalCenterEntry, User } from '@medcloud/contract/shapes/accounts';

/** An account as the account actions need it. */
export interface ManagedAccount {
  userId: string;
  /** The name that the screen shows. */
  name: string;
  /** Set for a doctor: doctors are suspended, other accounts are disabled. */
  doctor: { id: string; status: Doctor['status'] } | null;
  /** The subject of its access report; none for an administrator and for a center in the list of users. */
  reportSubject?: string;
  disabled: User['disabled'];
}

export type AccountAction = 'suspend' | 'reinstate' | 'disable' | 'enable' | 'revokeSessions';

/** Lists the actions that the server allows for an account in its state. A closed account has none. */
export function listAccountActions({ doctor, disabled }: ManagedAccount): AccountAction[] {
  if (doctor === null) return disabled ? ['enable'] : ['disable', 'revokeSessions'];
  switch (doctor.status) {
    case 'verified':
      return ['suspend', 'revokeSessions'];
    case 'suspended':
      return ['reinstate'];
    case 'pending':
    case 'pending_review':
      return ['revokeSessions'];
    case 'rejected':
    case 'closed':
      return [];
  }
}

/** Maps a user of the list. */
export function accountOfUser(user: User, name: string): ManagedAccount {
  const { id: userId, doctorId, doctorStatus, disabled } = user;
  const isDoctor = doctorId !== undefined && doctorStatus !== undefined;
  return {
    userId,
    name,
    doctor: isDoctor ? { id: doctorId, status: doctorStatus } : null,
    disabled,
    ...(isDoctor ? { reportSubject: `doctor:${doctorId}` } : {}),
  };
}

/** Maps a doctor of the list. */
export function accountOfDoctor({ id, userId, status, disabled }: Doctor, name: string): ManagedAccount {
  return { userId, name, doctor: { id, status }, disabled, reportSubject: `doctor:${id}` };
}

/** Maps the user of a center. */
export function accountOfCenter({ id, userId, name, disabled }: MedicalCenterEntry): ManagedAccount {
  return { userId, name, doctor: null, disabled, reportSubject: `center:${id}` };
}

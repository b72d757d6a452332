import type { Doctor, MedicalCenterEntry, User } from '@medcloud/contract/shapes/accounts';

/** An account as the acts on it need it. */
export interface ManagedAccount {
  userId: string;
  /** As it is called on the screen. */
  name: string;
  /** Of a doctor, who is suspended rather than disabled. */
  doctor: { id: string; status: Doctor['status'] } | null;
  disabled: User['disabled'];
}

export type AccountAction = 'suspend' | 'reinstate' | 'disable' | 'enable' | 'endSessions';

/** What can be done with an account as it stands, as the portal would allow it; nothing with a closed one. */
export function listAccountActions({ doctor, disabled }: ManagedAccount): AccountAction[] {
  if (doctor === null) return disabled ? ['enable'] : ['disable', 'endSessions'];
  switch (doctor.status) {
    case 'verified':
      return ['suspend', 'endSessions'];
    case 'suspended':
      return ['reinstate'];
    case 'pending':
    case 'pending_review':
      return ['endSessions'];
    case 'rejected':
    case 'closed':
      return [];
  }
}

/** A user of the list. */
export function accountOfUser(user: User, name: string): ManagedAccount {
  const { id: userId, doctorId, doctorStatus, disabled } = user;
  const isDoctor = doctorId !== undefined && doctorStatus !== undefined;
  return { userId, name, doctor: isDoctor ? { id: doctorId, status: doctorStatus } : null, disabled };
}

/** A doctor of the list. */
export function accountOfDoctor({ id, userId, status, disabled }: Doctor, name: string): ManagedAccount {
  return { userId, name, doctor: { id, status }, disabled };
}

/** The user of a center. */
export function accountOfCenter({ userId, name, disabled }: MedicalCenterEntry): ManagedAccount {
  return { userId, name, doctor: null, disabled };
}

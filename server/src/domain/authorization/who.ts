import type { Language } from '@medcloud/contract';

/** Who asks, as the session says. Read from the database at every request, never kept. */
export type Who = Nobody | CenterPerson | DoctorPerson | AdminPerson;
export type SignedIn = CenterPerson | DoctorPerson | AdminPerson;

export interface Nobody {
  kind: 'nobody';
}

interface Person {
  userId: string;
  sessionId: string;
  email: string;
  language: Language;
  mustChangePassword: boolean;
  /** How long ago this session's person gave the password. */
  passwordAgeSeconds: number;
  /** When the session ends if nothing is asked until then. */
  expiresAt: Date;
}

export interface CenterPerson extends Person {
  kind: 'center';
  centerId: string;
}

export interface DoctorPerson extends Person {
  kind: 'doctor';
  doctorId: string;
  isVerified: boolean;
  isSubscribed: boolean;
}

export interface AdminPerson extends Person {
  kind: 'admin';
}

export const nobody: Nobody = { kind: 'nobody' };

/** A request's facts beside the person: for audit, limits and repetition. */
export interface Asking<W extends Who = Who> {
  who: W;
  requestId: string;
  /** Caused by the event stream, not by a person: an open page reads again what changed. */
  background: boolean;
  addressBlock: string;
  /** What the program that asks calls itself. */
  agent: string | undefined;
  /** Address block for limits; null where limits by address do not count (loopback in evaluation). */
  countedBlock: string | null;
  idempotency: { key: string; route: string; hash: Buffer } | null;
}

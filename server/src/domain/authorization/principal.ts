import type { Language } from '@medcloud/contract';

/** Who asks, as the session says. Read from the database at every request, never kept. */
export type Principal = AnonymousPrincipal | CenterPrincipal | DoctorPrincipal | AdminPrincipal;
export type AuthenticatedPrincipal = CenterPrincipal | DoctorPrincipal | AdminPrincipal;

export interface AnonymousPrincipal {
  kind: 'nobody';
}

interface BasePrincipal {
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

export interface CenterPrincipal extends BasePrincipal {
  kind: 'center';
  centerId: string;
}

export interface DoctorPrincipal extends BasePrincipal {
  kind: 'doctor';
  doctorId: string;
  isVerified: boolean;
  isSubscribed: boolean;
}

export interface AdminPrincipal extends BasePrincipal {
  kind: 'admin';
}

export const anonymous: AnonymousPrincipal = { kind: 'nobody' };

/** A request's facts beside the person: for audit, limits and repetition. */
export interface RequestContext<W extends Principal = Principal> {
  principal: W;
  requestId: string;
  /** Caused by the event stream, not by a person: an open page reads again what changed. */
  isBackground: boolean;
  addressBlock: string;
  /** What the program that asks calls itself. */
  userAgent: string | undefined;
  /** Address block for limits; null where limits by address do not count (loopback in evaluation). */
  countedBlock: string | null;
  idempotency: { key: string; route: string; hash: Buffer } | null;
}

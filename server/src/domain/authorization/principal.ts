import type { Language } from '@medcloud/contract';
import type { CenterRole } from '@medcloud/contract/permissions';
import type { FactorSetup } from '@medcloud/contract/shapes/accounts';
import type { VisibleExam } from './visible-exam.ts';

/** Who is authenticated by the session. Read from the database at every request, never cached. */
export type Principal = AnonymousPrincipal | CenterPrincipal | DoctorPrincipal | AdminPrincipal;
export type AuthenticatedPrincipal = CenterPrincipal | DoctorPrincipal | AdminPrincipal;

export interface AnonymousPrincipal {
  kind: 'anonymous';
}

interface BasePrincipal {
  userId: string;
  sessionId: string;
  email: string;
  language: Language;
  mustChangePassword: boolean;
  /** A second factor is required and there is none; else null. */
  factorSetup: FactorSetup | null;
  /** Seconds since the user of this session entered the password. */
  passwordAgeSeconds: number;
  /** When the session ends without further requests. */
  expiresAt: Date;
}

export interface CenterPrincipal extends BasePrincipal {
  kind: 'center';
  centerId: string;
  /** The account that pays: the center's own. */
  payerId: string;
  /** Null for the center's own account, which may do all. */
  member: Membership | null;
}

/** With what rights a person acts for a center. */
export interface Membership {
  id: string;
  username: string;
  displayName: string;
  roles: readonly CenterRole[];
}

export interface DoctorPrincipal extends BasePrincipal {
  kind: 'doctor';
  doctorId: string;
  /** The account that pays: this one. */
  payerId: string;
  isVerified: boolean;
  isSubscribed: boolean;
}

export interface AdminPrincipal extends BasePrincipal {
  kind: 'admin';
}

export const anonymous: AnonymousPrincipal = { kind: 'anonymous' };

/** The principal and the facts of a request needed for audit, limits and idempotency. */
export interface RequestContext<W extends Principal = Principal> {
  principal: W;
  requestId: string;
  /** Caused by the event stream, not by a user: an open page reloads what changed. */
  isBackground: boolean;
  addressBlock: string;
  /** A session that the request begins is valid only beside its cookie, as are all that replace it. */
  bindsSession: boolean;
  /** The User-Agent header. */
  userAgent: string | undefined;
  /** Address block for limits; null if limits by address do not apply (loopback in evaluation). */
  countedBlock: string | null;
  idempotency: { key: string; route: string; hash: Buffer } | null;
  /** The exam of a DICOMweb address that the session may view, found together with the session. */
  checkedExam?: VisibleExam | undefined;
}

import type { CenterPlan } from '@medcloud/contract';
import type { AdminPrincipal, RequestContext } from '../authorization/principal.ts';

/** A subscription was set, renewed or started. Emitted before the change is recorded. */
export interface SubscriptionChanged {
  readonly userId: string;
  readonly status: 'active' | 'inactive' | 'expired';
  readonly start: string;
  /** The end day is included. */
  readonly end: string;
}

/** An administrator set another end of the current period. Emitted after the change is recorded. */
export interface PeriodEndSet {
  readonly userId: string;
  /** The end day is included. */
  readonly end: string;
  readonly today: string;
}

/** A payment, refund or dispute at the provider that a person must look at. */
export type PaymentUnsettled = Readonly<Record<string, never>>;

/** A card paid another amount or currency than was asked: an administrator decides whether it is recorded or goes back. */
export type PaymentUndecided = Readonly<Record<string, never>>;

/** An administrator decided about the last such payment. */
export interface PaymentsDecided {
  readonly request: RequestContext<AdminPrincipal>;
}

/** The plan and storage of a center, which billing sets: chosen and paid, or back again. */
export interface CenterPlanSet {
  readonly centerId: string;
  readonly plan: CenterPlan;
  readonly quotaBytes: number;
}

/** A center became late with its payment, or its invoice stayed unpaid. */
export interface CenterUnpaid {
  readonly centerId: string;
}

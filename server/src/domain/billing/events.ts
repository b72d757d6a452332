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
export interface PaymentUnsettled {
  /** Null: the provider's settings or its page are wrong, whoever pays. */
  readonly userId: string | null;
}

/** A card paid another amount or currency than was asked: an administrator decides whether it is recorded or goes back. */
export interface PaymentUndecided {
  readonly userId: string;
}

/** An administrator decided about the last such payment of an account. */
export interface PaymentsDecided {
  readonly userId: string;
  readonly request: RequestContext<AdminPrincipal>;
}

/** The tax authority refuses a document of an account by its content, or to cancel one. */
export interface DocumentRefused {
  readonly userId: string;
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

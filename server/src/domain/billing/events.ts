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

/** A payment, refund or dispute at the provider that a person must decide about. */
export type PaymentUnsettled = Readonly<Record<string, never>>;

/** A center became late with its payment, or its invoice stayed unpaid. */
export interface CenterUnpaid {
  readonly centerId: string;
}

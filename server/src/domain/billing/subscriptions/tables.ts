import type { ChosenPlan } from '@medcloud/contract/shapes/billing/plan-change';
import type { Generated } from 'kysely';
import type { Instant, Optional } from '../../../platform/db/columns.ts';
import type { SubscriptionState } from './states.ts';

/** What an account is charged for. An account without a row was never billed. */
export interface SubscriptionsTable {
  user_id: string;
  price_id: string;
  state: SubscriptionState;
  /** The day from which it has this state. */
  since: string;
  method: 'bank' | 'card';
  cancel_at_end: Generated<boolean>;
  next_due_on: Optional<string>;
  /** The plan of a center after the days that it paid for; null: the same. */
  next_plan: Optional<ChosenPlan>;
  updated_at: Instant;
}

/** Why an account has access on these days, both included. `cut_on`: another period replaced it from that day on. */
export interface SubscriptionPeriodsTable {
  id: string;
  user_id: string;
  from_day: string;
  to_day: string;
  kind: 'paid' | 'invoiced' | 'grace' | 'trial' | 'granted' | 'manual';
  due_id: Optional<string>;
  price_id: Optional<string>;
  cut_on: Optional<string>;
  created_at: Instant;
}

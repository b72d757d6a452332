import type { BreachNoticeKind, BreachNoticeState, BreachScopeKind, BreachState } from '@medcloud/contract';
import type { Generated } from 'kysely';
import type { Instant, Optional } from '../../platform/db/columns.ts';

/** The breach register (migration 078). */
export interface BreachesTable {
  id: string;
  state: Generated<BreachState>;
  alarm_id: Optional<string>;
  content_sealed: Buffer;
  happened_from: Date;
  happened_until: Optional<Date>;
  /** The earliest `noticed_at` that the record had. */
  first_noticed_at: Date;
  noticed_at: Date;
  high_risk: boolean;
  scope_kind: BreachScopeKind;
  /** An account's id, or a session's or token's reference in the audit log. */
  scope_value: Optional<string>;
  scope_from: Optional<Date>;
  scope_to: Optional<Date>;
  opened_at: Instant;
  opened_by: string;
  closed_at: Optional<Date>;
  closed_by: Optional<string>;
  close_reason_sealed: Optional<Buffer>;
}

export interface BreachNoticesTable {
  breach_id: string;
  kind: BreachNoticeKind;
  state: Generated<BreachNoticeState>;
  notified_at: Optional<Date>;
  reason_sealed: Optional<Buffer>;
  decided_at: Optional<Date>;
  decided_by: Optional<string>;
}

/** The tables that `breaches` owns. */
export interface BreachesTables {
  breaches: BreachesTable;
  breach_notices: BreachNoticesTable;
}

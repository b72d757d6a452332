import type { Instant, Optional } from '../../platform/db/columns.ts';

/** Alarms for administrators (migration 049). */
export interface AlarmsTable {
  id: string;
  kind: 'codes_burnt' | 'unknown_numbers' | 'many_downloads' | 'sms_half' | 'sms_spent' | 'infected_file';
  doctor_id: Optional<string>;
  /** Only of `infected_file`. */
  center_id: Optional<string>;
  raised_at: Instant;
  seen_at: Optional<Date>;
  seen_by: Optional<string>;
}

/** The tables that `alarms` owns. */
export interface AlarmsTables {
  alarms: AlarmsTable;
}

import type { AlarmKind } from '@medcloud/contract';
import type { Instant, Optional } from '../../platform/db/columns.ts';

/** Alarms for administrators (migrations 049, 075). */
export interface AlarmsTable {
  id: string;
  kind: AlarmKind;
  /** What it is about: `doctor:ID`, `account:ID`, `session:REFERENCE`, `network:BLOCK`, `installation:` and others. */
  subject: string;
  doctor_id: Optional<string>;
  /** The center that it is about. */
  center_id: Optional<string>;
  /** The account whose actions raised it, or whose money or documents it is about. Null in alarms that name a doctor or a center. */
  user_id: Optional<string>;
  count: Optional<number>;
  network: Optional<string>;
  browser: Optional<string>;
  system: Optional<string>;
  raised_at: Instant;
  seen_at: Optional<Date>;
  seen_by: Optional<string>;
  held_at: Optional<Date>;
  released_at: Optional<Date>;
  released_by: Optional<string>;
  administrators_mailed_at: Optional<Date>;
  account_mailed_at: Optional<Date>;
}

/** The tables that `alarms` owns. */
export interface AlarmsTables {
  alarms: AlarmsTable;
  /** Events that the rules have not counted yet. */
  watched_events: { event_id: number };
  access_counts: {
    subject: string;
    day: string;
    count: number;
    /** The account opened so many that it is no measure of what is usual. */
    is_unusual: boolean;
    /** How many of them an administrator marked as usual. */
    usual_count: Optional<number>;
  };
  /** The exams in the counts of the last days. */
  opened_exams: { subject: string; day: string; exam: string };
}

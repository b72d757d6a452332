import type { Instant } from '../../platform/db/columns.ts';

export type HealthStateName = 'ok' | 'warning' | 'failed';

export interface HealthHoursTable {
  name: string;
  hour: Date;
  checks: number;
  warnings: number;
  failures: number;
  slowest_ms: number;
}

export interface HealthStatesTable {
  name: string;
  state: HealthStateName;
  since: Instant;
}

/** The tables that `health` owns. */
export interface HealthTables {
  health_hours: HealthHoursTable;
  health_states: HealthStatesTable;
  health_probes: { id: string };
}

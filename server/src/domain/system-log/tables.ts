import type { Generated } from 'kysely';
import type { Json } from '../../platform/db/columns.ts';

export interface SystemEventsTable {
  id: string;
  at: Date;
  level: 'info' | 'success' | 'warning' | 'error';
  source: string;
  code: string;
  params: Json;
  message: string;
  search_text: string;
  times: Generated<number>;
}

/** The tables that `system-log` owns. */
export interface SystemLogTables {
  system_events: SystemEventsTable;
}

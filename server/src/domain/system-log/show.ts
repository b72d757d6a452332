import type { SystemLogEntry } from '@medcloud/contract/shapes/operations';
import * as z from 'zod';
import type { SystemEventRow } from './store.ts';

const paramsShape = z.record(z.string(), z.union([z.string(), z.number()]));

/** Returns an entry of the log for administrators. */
export function showEvent(row: SystemEventRow): SystemLogEntry {
  return {
    id: row.id,
    timestamp: row.at.toISOString(),
    level: row.level,
    message: row.message,
    source: row.source,
    code: row.code,
    params: paramsShape.safeParse(row.params).data ?? {},
    times: row.times,
  };
}

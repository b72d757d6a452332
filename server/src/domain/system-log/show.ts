import type { SystemLogEntry } from '@medcloud/contract/shapes/operations';
import * as z from 'zod';
import type { SystemEventRow } from './store.ts';

const paramsShape = z.record(z.string(), z.union([z.string(), z.number()]));

/** An entry of the log as the administrator reads it. */
export function showEvent(row: SystemEventRow): SystemLogEntry {
  return {
    id: row.id,
    timestamp: row.at.toISOString(),
    level: row.level,
    message: row.message,
    source: row.source,
    code: row.code,
    params: paramsShape.parse(row.params),
    times: row.times,
  };
}

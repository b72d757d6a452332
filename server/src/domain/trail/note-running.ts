import { record } from '../audit/record.ts';
import { systemScope } from '../authorization/may.ts';
import type { Portal } from '../portal/portal.ts';

/** Leaves the event of a start or an orderly stop (DICOM 110120, 110121): a start without a stop before it followed a fall. */
export async function noteRunning(
  { db }: Pick<Portal, 'db'>,
  event: 'start' | 'stop',
  details: Record<string, string> = {},
): Promise<void> {
  await db.within(systemScope('log'), (tx) => record(tx, { event, actor: { kind: 'system' }, details }));
}

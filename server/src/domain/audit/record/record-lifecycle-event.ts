import { systemScope } from '../../authorization/authorize.ts';
import type { AppContext } from '../../core/context.ts';
import { record } from './record.ts';

/** Leaves the event of a start or an orderly stop (DICOM 110120, 110121): a start without a stop before it followed a fall. */
export async function recordLifecycleEvent(
  { db }: Pick<AppContext, 'db'>,
  event: 'start' | 'stop',
  details: Record<string, string> = {},
): Promise<void> {
  await db.within(systemScope('log'), (tx) => record(tx, { event, actor: { kind: 'system' }, details }));
}

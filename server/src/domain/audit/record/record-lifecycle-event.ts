import { systemScope } from '../../authorization/authorize.ts';
import type { DbContext } from '../../core/context.ts';
import { record } from './record.ts';

/** Records a start or an orderly stop (DICOM 110120, 110121). A start without a stop before it follows a crash. */
export async function recordLifecycleEvent(
  { db }: DbContext,
  event: 'start' | 'stop',
  details: Record<string, string> = {},
): Promise<void> {
  await db.within(systemScope('start'), (tx) => record(tx, { event, actor: { kind: 'system' }, details }));
}

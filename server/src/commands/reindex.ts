import { parseArgs } from 'node:util';
import { openStores } from '../app/house.ts';
import { ImagingThreads } from '../domain/imaging/imaging-threads.ts';
import { reindexExams } from '../domain/imaging/reindex-exams.ts';
import { configuration } from '../platform/config/config.ts';
import { isUuid } from '../platform/ids/ids.ts';
import { runCommand } from './run-command.ts';
import { stopOnSignal } from './stop-on-signal.ts';

/*
 * `npm run reindex [-- --after EXAM]`: makes everything that is derived from uploaded files again. Stopped by a signal it
 * finishes the exam it is at and says how to go on. Ends with 1 where an exam could not be made viewable.
 */

async function main(): Promise<number> {
  const { values } = parseArgs({ options: { after: { type: 'string' } } });
  if (values.after !== undefined && !isUuid(values.after)) throw new Error('--after wants the id of an exam.');
  const config = configuration();
  const stores = await openStores(config);
  const threads = new ImagingThreads(config.objectsFolder);
  try {
    const signal = stopOnSignal();
    const say = (examId: string, isViewable: boolean) =>
      process.stdout.write(`${examId}  ${isViewable ? 'viewable' : 'CANNOT BE VIEWED'}\n`);
    const imaging = { portal: stores.portal, threads };
    const done = await reindexExams(imaging, { after: values.after ?? null, onDone: say, signal });
    process.stdout.write(`${done.viewable} viewable, ${done.failed} not.\n`);
    if (signal.aborted && done.last)
      process.stdout.write(`Stopped. Go on with: npm run reindex -- --after ${done.last}\n`);
    return done.failed > 0 || signal.aborted ? 1 : 0;
  } finally {
    await threads.close();
    await stores.close();
  }
}

runCommand(main, 'Reindexing did not run.');

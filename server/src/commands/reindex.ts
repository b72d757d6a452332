import { parseArgs } from 'node:util';
import { openStores } from '../app/create-context.ts';
import { reindexExams } from '../domain/imaging/reindex-exams.ts';
import { ImagingWorkers } from '../domain/imaging/worker/imaging-workers.ts';
import { readProcessConfig } from '../platform/config/config.ts';
import { isUuid } from '../platform/ids/ids.ts';
import { runCommand } from './run-command.ts';
import { stopOnSignal } from './stop-on-signal.ts';

/*
 * `npm run reindex [-- --after EXAM]`: creates everything derived from uploaded files again. On a signal, finishes the
 * current exam and prints how to resume. Exit code 1: an exam could not be made viewable.
 */

async function main(): Promise<number> {
  const { values } = parseArgs({ options: { after: { type: 'string' } } });
  if (values.after !== undefined && !isUuid(values.after)) throw new Error('--after must be the id of an exam.');
  const config = readProcessConfig();
  const stores = await openStores(config);
  const workers = new ImagingWorkers(config.objectsFolder);
  try {
    const signal = stopOnSignal();
    const printExam = (examId: string, isViewable: boolean) =>
      process.stdout.write(`${examId}  ${isViewable ? 'viewable' : 'CANNOT BE VIEWED'}\n`);
    const imaging = { context: stores.context, workers };
    const result = await reindexExams(imaging, { after: values.after ?? null, onDone: printExam, signal });
    process.stdout.write(`${result.viewable} viewable, ${result.failed} not.\n`);
    if (signal.aborted && result.last)
      process.stdout.write(`Stopped. Continue with: npm run reindex -- --after ${result.last}\n`);
    return result.failed > 0 || signal.aborted ? 1 : 0;
  } finally {
    await workers.close();
    await stores.close();
  }
}

runCommand(main, 'The exams were not reindexed.');

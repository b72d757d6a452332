import { openStores } from '../app/create-context.ts';
import { verifyOriginals } from '../domain/imaging/verify-originals.ts';
import { readProcessConfig } from '../platform/config/config.ts';
import { runCommand } from './run-command.ts';
import { stopOnSignal } from './stop-on-signal.ts';

/*
 * `npm run verify`: reads and hashes every uploaded file again. Exit code 0: all files are as received. 1: a file is
 * not, or the command was stopped before the end. 2: the command could not run.
 */

async function main(): Promise<number> {
  const stores = await openStores(readProcessConfig());
  try {
    const signal = stopOnSignal();
    const { good, goodBytes, bad } = await verifyOriginals(
      stores.context,
      (examId, fault) => fault && process.stdout.write(`${examId}  ${fault.toUpperCase()}\n`),
      signal,
    );
    const sizeText = `${(goodBytes / 1024 ** 2).toFixed(1)} MB`;
    process.stdout.write(`${good} files (${sizeText}) equal what was received, ${bad.length} do not.\n`);
    if (signal.aborted) process.stdout.write('Stopped before the end.\n');
    return bad.length > 0 || signal.aborted ? 1 : 0;
  } finally {
    await stores.close();
  }
}

runCommand(main, 'The files were not verified.');

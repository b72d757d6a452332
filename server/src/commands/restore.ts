import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { readProcessConfig } from '../platform/config/config.ts';
import { type RestoreResult, runRestore } from './backup-restore.ts';
import { runCommand } from './run-command.ts';

/*
 * `npm run restore -- FOLDER [--backup NAME]`: restores a backup into an empty store and an empty database, embedded or
 * set by DATABASE_URL. `--identity FILE` gives private age keys. Exit code 0: everything is as backed up. 1: a file is not. 2: the command could not run.
 */

const usage = 'Name one folder: npm run restore -- FOLDER [--backup NAME] [--identity FILE] [--accept-unsigned]';
const options = {
  backup: { type: 'string' },
  identity: { type: 'string' },
  'accept-unsigned': { type: 'boolean' },
} as const;

async function main(): Promise<number> {
  const { positionals, values } = parseArgs({ allowPositionals: true, options });
  const [from] = positionals;
  if (from === undefined || positionals.length > 1) throw new Error(usage);
  const writeLine = (line: string) => process.stdout.write(`${line}\n`);
  const confirmUnsigned = values['accept-unsigned'] ? promptForName : null;
  const { backup, identity: identityFile } = values;
  const result = await runRestore(readProcessConfig(), {}, { from, backup, identityFile, confirmUnsigned, writeLine });
  writeLine(formatSummary(result).join('\n'));
  return result.verified.bad.length === 0 ? 0 : 1;
}

/** Asks for the name of the backup's folder on the terminal. Returns an empty text at the end of the input. */
async function promptForName(name: string): Promise<string> {
  process.stdout.write(
    `The backup ${name} is not signed. Whoever changed it could sign in as anyone after the restore.\n` +
      'To restore it all the same, type the name of its folder: ',
  );
  for await (const line of createInterface({ input: process.stdin })) return line;
  return '';
}

function formatSummary({ manifest, rows, copied, expired, missing, verified }: RestoreResult): string[] {
  return [
    `Restored ${manifest.id}`,
    `  rows       ${rows}, in each table as many as were backed up`,
    `  files      ${manifest.objects.count}, ${copied.count} of them copied now; ${verified.good} uploads read to the last byte equal what was received`,
    `  ended      ${expired.sessions} sessions, ${expired.tokens} API tokens, ${expired.codes} codes, ${expired.resets + expired.applications} mailed links, ${expired.requests} unanswered requests`,
    ...(missing.exams > 0
      ? [`  again      ${missing.exams} exams are prepared for viewing again once the portal runs`]
      : []),
    ...verified.bad.map(({ examId, fault }) => `  ${fault.toUpperCase().padEnd(9)}  the file of exam ${examId}`),
    `What patients revoked and centers changed after ${manifest.takenAt} is not in it: see docs/operations.md.`,
  ];
}

runCommand(main, 'Not restored.');

import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { normalizePatientId } from '@medcloud/contract';
import { readProcessConfig } from '../platform/config/config.ts';
import { runCommand } from './run-command.ts';
import { runErasure } from './run-erasure.ts';

/*
 * `npm run keys:forget -- PATIENT [--backups FOLDER] [--yes]`: erases a person. Destroys the patient's key, empties the
 * rows, ends the grants, deletes the files; notes it in each folder of backups, so that a restore of an older one erases
 * the patient again. `--backups` is repeatable. `--yes` does not ask. Exit code 0: erased. 2: it could not run.
 */

const usage = 'Name one patient by number: npm run keys:forget -- P-0000000000 [--backups FOLDER] [--yes]';
const options = { backups: { type: 'string', multiple: true }, yes: { type: 'boolean' } } as const;

async function main(): Promise<number> {
  const { positionals, values } = parseArgs({ allowPositionals: true, options });
  const [typed] = positionals;
  const patientId = typed === undefined || positionals.length > 1 ? null : normalizePatientId(typed);
  if (patientId === null) throw new Error(usage);
  const backupFolders = values.backups ?? [];
  const confirm = values.yes ? async () => patientId : () => askForId(patientId);
  const { files } = await runErasure(readProcessConfig(), {}, { patientId, backupFolders, confirm });
  const lines = [
    `${patientId} is erased: ${files} files deleted, the key destroyed, all access ended.`,
    ...backupFolders.map((folder) => `  noted in   ${folder}: a restore of an older backup erases the patient again`),
    ...(backupFolders.length === 0
      ? [
          '  backups    not noted in any folder. Run "npm run backup" on each folder now: it notes it. Until then a restore brings the patient back.',
        ]
      : []),
    'Older backups hold the encrypted data, and the wrapped key, until they are deleted after 35 days.',
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
  return 0;
}

/** Asks for the number on the terminal. Returns an empty text at the end of the input. */
async function askForId(patientId: string): Promise<string> {
  process.stdout.write(
    `This destroys the key of patient ${patientId}, and with it every exam of theirs in this portal. It cannot be undone.\n` +
      'To go on, type the number of the patient: ',
  );
  for await (const line of createInterface({ input: process.stdin })) return normalizePatientId(line) ?? '';
  return '';
}

runCommand(main, 'Nobody was erased.');

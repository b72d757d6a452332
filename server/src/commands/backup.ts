import { parseArgs } from 'node:util';
import { formatPublicKey } from '../domain/backup/backup-keys.ts';
import { readProcessConfig } from '../platform/config/config.ts';
import { runBackup } from './backup-restore.ts';
import { runCommand } from './run-command.ts';

/*
 * `npm run backup -- FOLDER`: copies rows, files and wrapped keys into a folder, whether the portal runs or not.
 * Exit code 0: complete. 1: uploaded files were missing. 2: the command could not run.
 */

async function main(): Promise<number> {
  const { positionals } = parseArgs({ allowPositionals: true });
  const [folder] = positionals;
  if (folder === undefined || positionals.length > 1) throw new Error('Name one folder: npm run backup -- FOLDER');
  const { manifest, keys, copied, missing, deleted } = await runBackup(readProcessConfig(), {}, folder);
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  const lines = [
    `Backup ${manifest.id}`,
    `  rows       ${rows} in ${manifest.tables.length} tables, all of one moment`,
    `  files      ${manifest.objects.count} (${megabytes(manifest.objects.storedBytes)}), ${copied.count} of them copied now (${megabytes(copied.bytes)})`,
    `  signed     verify it with the public key ${formatPublicKey(keys)}`,
    `  opens for  ${manifest.recipients.join(', ')}${manifest.recipients.includes(keys.identity.recipient.text) ? ' (the master key)' : ''}`,
    `  key        not in it: keep the key of fingerprint ${manifest.keyFingerprint} elsewhere`,
    ...deleted.map((name) => `  forgotten  ${name}, older than 35 days`),
    ...missing.map((id) => `  MISSING    the uploaded file ${id}`),
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
  return missing.length === 0 ? 0 : 1;
}

const megabytes = (bytes: number) => `${(bytes / 1024 ** 2).toFixed(1)} MB`;

runCommand(main, 'No backup was made.');

import type { RotationResult } from '../domain/rotation/rotate-master-key.ts';
import { readProcessConfig } from '../platform/config/config.ts';
import { runCommand } from './run-command.ts';
import { runRotation } from './run-rotation.ts';

/*
 * `npm run keys:rotate`: replaces the master key and wraps every key with the new one, while the portal runs.
 * ENCRYPTION_KEY_NEXT says where the new one is kept; unset, where the old one is. Run it again if it was interrupted.
 * Exit code 0: the new key is the only one. 2: the command could not run, or not to its end.
 */

async function main(): Promise<number> {
  const config = readProcessConfig();
  const writeLine = (line: string) => process.stdout.write(`${line}\n`);
  let isWaiting = false;
  const result = await runRotation(
    config,
    {},
    {
      onResume: () => writeLine('Going on with the rotation that began earlier'),
      onWait: () => {
        if (!isWaiting) writeLine('Waiting until every running portal has loaded the new key');
        isWaiting = true;
      },
      onRewrapped: (keys) => writeLine(`  ${keys} keys`),
    },
  );
  writeLine(formatResult(result, config.nextKeySource !== null).join('\n'));
  return 0;
}

function formatResult({ keys, retired, current, oldPath }: RotationResult, hasNextSource: boolean): string[] {
  return [
    `The encryption key is a new one: fingerprint ${current}`,
    `  wrapped    ${keys} keys in this run`,
    ...(oldPath === null ? [] : [`  old key    kept at ${oldPath}`]),
    ...(oldPath === null && hasNextSource
      ? ['  now        set ENCRYPTION_KEY to the value of ENCRYPTION_KEY_NEXT, on every node, before the next start']
      : []),
    `The old key (fingerprint ${retired}) opens nothing of this portal any more. Backups made before need it: destroy it when`,
    'the last of them is gone. Make a backup now: it has another public key and, without BACKUP_RECIPIENTS, another recipient.',
  ];
}

runCommand(main, 'The key was not replaced. Old and new key are both good; run the command again.');

import { parseArgs } from 'node:util';
import { email } from '@medcloud/contract/shapes/common';
import { readProcessConfig } from '../platform/config/config.ts';
import { runCommand } from './run-command.ts';
import { runFactorRemoval } from './run-factor-removal.ts';

/*
 * `npm run factor:remove -- EMAIL`: removes a lost second factor. Deletes the account's authenticator app,
 * passkeys, recovery codes and open challenges, ends its sessions, and mails its owner. Exit code 0: removed. 2: it could not run.
 */

const usage = 'Name one account by its email address: npm run factor:remove -- name@example.com';

async function main(): Promise<number> {
  const { positionals } = parseArgs({ allowPositionals: true });
  const address = email.safeParse(positionals[0]);
  if (!address.success || positionals.length > 1) throw new Error(usage);
  await runFactorRemoval(readProcessConfig(), {}, address.data);
  process.stdout.write(
    `The second factor of ${address.data} is removed, and all its sessions ended.\n` +
      'The owner gets a mail, signs in by password alone, and sets up a new second factor under Account security.\n',
  );
  return 0;
}

runCommand(main, 'No second factor was removed.');

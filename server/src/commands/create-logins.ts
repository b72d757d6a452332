import { externalLogins } from '../app/external-logins.ts';
import { readProcessConfig } from '../platform/config/config.ts';
import { ConfigError } from '../platform/config/config-error.ts';
import { createLogins, type LoginPasswords } from '../platform/db/logins.ts';
import { runCommand } from './run-command.ts';

/*
 * `DATABASE_SUPERUSER_URL=postgres://… npm run logins`: creates the portal's three logins on a PostgreSQL server of the
 * operator's own, with the passwords in DATABASE_URL, DATABASE_OWNER_URL and DATABASE_BACKUP_URL. Also for a database of
 * a version before the three logins, whose tables then pass to the owner, and to change the passwords. Exit code 0: the
 * portal can start. 2: the command could not run.
 */

async function main(): Promise<number> {
  const config = readProcessConfig();
  const logins = externalLogins(config);
  if (config.databaseSuperuserUrl === null)
    throw new ConfigError('DATABASE_SUPERUSER_URL', 'set it to the address of a superuser of the same server.');
  const passwords: LoginPasswords = {
    owner: passwordIn('DATABASE_OWNER_URL', logins.owner.connectionString),
    app: passwordIn('DATABASE_URL', logins.app.connectionString),
    backup: passwordIn('DATABASE_BACKUP_URL', logins.backup.connectionString),
  };
  const database = new URL(config.databaseSuperuserUrl);
  database.pathname = new URL(logins.app.connectionString).pathname;
  await createLogins({ connectionString: database.href }, passwords);
  process.stdout.write('The three logins are ready. Start the portal without DATABASE_SUPERUSER_URL.\n');
  return 0;
}

function passwordIn(variable: string, url: string): string {
  const password = decodeURIComponent(new URL(url).password);
  if (password === '') throw new ConfigError(variable, 'its address needs a password of your choice.');
  return password;
}

runCommand(main, 'No login was created.');

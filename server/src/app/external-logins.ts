import type { Config } from '../platform/config/config.ts';
import { ConfigError } from '../platform/config/config-error.ts';
import { type DatabaseLogins, loginNames, roleStatements } from '../platform/db/logins.ts';

/**
 * Returns the logins to a server of the operator's own. Throws `ConfigError` with the statements that create them if one
 * is missing or another user's.
 */
export function externalLogins({
  databaseUrl,
  databaseOwnerUrl,
  databaseBackupUrl,
}: Config): Record<keyof DatabaseLogins, { connectionString: string }> {
  return {
    app: loginOf('DATABASE_URL', databaseUrl, loginNames.app),
    owner: loginOf('DATABASE_OWNER_URL', databaseOwnerUrl, loginNames.owner),
    backup: loginOf('DATABASE_BACKUP_URL', databaseBackupUrl, loginNames.backup),
  };
}

function loginOf(variable: string, url: string | null, user: string): { connectionString: string } {
  if (url !== null && decodeURIComponent(new URL(url).username) === user) return { connectionString: url };
  throw new ConfigError(
    variable,
    `the portal uses three logins of the database; set it to the address of the login ${user}. ` +
      'Choose passwords, set all three addresses, and run once `DATABASE_SUPERUSER_URL=… npm run logins` with the ' +
      `address of a superuser. Or the server's administrator runs in the portal's database:\n\n${roleStatements('DATABASE').join('\n')}\n`,
  );
}

import type { Config } from '../platform/config/config.ts';
import { ConfigError } from '../platform/config/config-error.ts';
import { type DatabaseLogins, loginNames, roleStatements } from '../platform/db/logins.ts';

/**
 * Returns the logins to a server of the operator's own. Throws `ConfigError` with the statements that create them if one
 * is missing or another user's.
 */
export function externalLogins({ databaseUrl, databaseOwnerUrl, databaseBackupUrl }: Config): DatabaseLogins {
  return {
    app: loginOf('DATABASE_URL', databaseUrl, loginNames.app),
    owner: loginOf('DATABASE_OWNER_URL', databaseOwnerUrl),
    backup: loginOf('DATABASE_BACKUP_URL', databaseBackupUrl, loginNames.backup),
  };
}

function loginOf(variable: string, url: string | null, user?: string): { connectionString: string } {
  if (url !== null && (user === undefined || decodeURIComponent(new URL(url).username) === user))
    return { connectionString: url };
  const expected = user === undefined ? `of the schema's owner, ${loginNames.owner}` : `of the login ${user}`;
  throw new ConfigError(
    variable,
    `the portal uses three logins of the database; write here the address ${expected}. ` +
      `A superuser creates them, once, with passwords of your own:\n\n${roleStatements('DATABASE').join('\n')}\n`,
  );
}

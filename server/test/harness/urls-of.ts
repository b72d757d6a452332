import type pg from 'pg';
import type { DatabaseLogins } from '../../src/platform/db/logins.ts';

/** Returns the variables by which a portal or a command in its own process finds a test's database. */
export function urlsOf(logins: DatabaseLogins): Record<string, string> {
  return {
    DATABASE_URL: urlOf(logins.app),
    DATABASE_OWNER_URL: urlOf(logins.owner),
    DATABASE_BACKUP_URL: urlOf(logins.backup),
  };
}

/** Test clusters listen on a Unix socket or on an address; both fit the parameter `host`. */
function urlOf({ host = '', port = 5432, user = '', password, database = '' }: pg.ClientConfig): string {
  const server = new URLSearchParams({ host, port: String(port) });
  return `postgresql://${user}:${encodeURIComponent(String(password))}@localhost/${database}?${server}`;
}

import type pg from 'pg';

/** A statement that takes the settings from one login, in this database or in all. */
interface SettingsReset {
  login: string;
  /** Names of its settings. */
  settings: string[];
  statement: string;
}

/**
 * Lists the statements that take from logins what `ALTER ROLE … SET` gave them. Every login may do that to
 * itself, so a statement smuggled into a request may too, and it lasts: each new connection begins with the settings,
 * and `RESET ALL` returns to them. The portal gives its logins none.
 */
export async function listSettingsResets(
  client: Pick<pg.ClientBase, 'query'>,
  logins: readonly string[],
): Promise<SettingsReset[]> {
  const { rows } = await client.query<SettingsReset>(
    `SELECT r.rolname AS login, ARRAY(SELECT split_part(each, '=', 1) FROM unnest(s.setconfig) AS each) AS settings,
       format('ALTER ROLE %I %sRESET ALL;', r.rolname, 'IN DATABASE ' || quote_ident(d.datname) || ' ') AS statement
     FROM pg_db_role_setting s JOIN pg_roles r ON r.oid = s.setrole LEFT JOIN pg_database d ON d.oid = s.setdatabase
     WHERE r.rolname = ANY ($1) AND (s.setdatabase = 0 OR d.datname = current_database()) ORDER BY 1, 3`,
    [logins],
  );
  return rows;
}

/** A login has settings of its own. The message has the SQL for the server's administrator. */
export class LoginSettingsError extends Error {
  constructor(resets: readonly SettingsReset[]) {
    const found = resets.map(({ login, settings }) => `${login} (${settings.join(', ')})`);
    super(
      `Logins of the database have settings of their own: ${found.join('; ')}. The portal gives them none, so look for ` +
        `who did: a statement smuggled into a request can. Run \`DATABASE_SUPERUSER_URL=… npm run logins\` with the ` +
        `address of a superuser. Or a superuser runs:\n\n${resets.map(({ statement }) => statement).join('\n')}\n`,
    );
    this.name = 'LoginSettingsError';
  }
}

import { type Kysely, sql } from 'kysely';

/**
 * Why: a challenge with a network that no event may have stopped the alarms. Also keeps an earlier program from this database, which
 * would put back the functions and policies that let a smuggled statement store one.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(table).execute(db);
}

const network = `'^([a-z]{0,16}|[0-9a-f.:]{2,45}/[0-9]{1,3})$'`;

const table = `
ALTER TABLE sign_in_challenges NO FORCE ROW LEVEL SECURITY;
UPDATE sign_in_challenges SET address_block = NULL WHERE address_block !~ ${network};
ALTER TABLE sign_in_challenges FORCE ROW LEVEL SECURITY;
ALTER TABLE sign_in_challenges ADD CHECK (address_block ~ ${network});
`;

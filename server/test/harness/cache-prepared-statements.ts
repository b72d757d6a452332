import { createHash } from 'node:crypto';
import pg from 'pg';

/**
 * Connections on which each statement is planned once. Row-level security makes planning most of what a small statement costs, and
 * whoever plays many requests pays it for each: the statements, their transactions and roles stay what they are. The tests that
 * kill the portal, the deep run's properties and the measurements run without.
 */
export async function cachePreparedStatements(connection: pg.ClientConfig): Promise<pg.PoolConfig> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    // PostgreSQL makes five plans by the values before it keeps one
    await client.query(`ALTER DATABASE "${connection.database}" SET plan_cache_mode = force_generic_plan`);
  } finally {
    await client.end();
  }
  return { ...connection, Client: PreparedStatementClient };
}

class PreparedStatementClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config);
    const query = this.query.bind(this);
    const value = (...args: unknown[]) => Reflect.apply(query, this, withStatementName(args));
    Object.defineProperty(this, 'query', { value, configurable: true, writable: true });
  }
}

/** A statement with values gets its text's hash for a name. One without may be several, and those with a name keep theirs. */
function withStatementName([first, ...others]: unknown[]): unknown[] {
  const config =
    typeof first === 'string' && Array.isArray(others[0]) ? { text: first, values: others.shift() } : first;
  return [isUnnamed(config) ? { ...config, name: statementNameOf(config.text) } : config, ...others];
}

function isUnnamed(config: unknown): config is { text: string; values: unknown[] } {
  if (typeof config !== 'object' || config === null || !('text' in config) || !('values' in config)) return false;
  const isNamed = 'name' in config && config.name !== undefined;
  return !isNamed && typeof config.text === 'string' && Array.isArray(config.values) && config.values.length > 0;
}

const statementNameOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 32);

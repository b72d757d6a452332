import { createHash } from 'node:crypto';
import pg from 'pg';

/**
 * Names statements with values, so a connection plans each once. With row-level security, planning is most of the cost
 * of a small statement, and tests send many requests. Statements, transactions and roles stay the same. The crash
 * tests, the deep run's properties and the benchmarks run without it.
 */
export class PreparedStatementClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    const query = this.query.bind(this);
    const value = (...args: unknown[]) => Reflect.apply(query, this, withStatementName(args));
    Object.defineProperty(this, 'query', { value, configurable: true, writable: true });
  }
}

/**
 * Names a statement with values by its text's hash. Text without values may be several statements. A given name is
 * kept.
 */
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

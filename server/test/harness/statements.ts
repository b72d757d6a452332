import pg from 'pg';
import { PreparedStatementClient } from './cache-prepared-statements.ts';

/** The statements sent on a pool's connections until `stop`. */
export interface StatementCount {
  /** The statements' texts so far, without values. */
  readonly texts: string[];
  stop(): void;
}

/** Sees the statements of a portal's pool: its settings carry a client class of this observer. */
export class StatementObserver {
  readonly #listeners = new Set<(text: string) => void>();
  readonly #replies = new Set<unknown[]>();
  /** The server's notices to all connections. */
  readonly notices: string[] = [];
  /** Connections with a transaction, or not used yet. */
  readonly #busy = new Set<pg.Client>();

  /** Returns the login with the class of connections that this observer watches. */
  observe(login: pg.PoolConfig, { isCached }: { isCached: boolean }): pg.PoolConfig {
    const watch = (client: pg.Client) => this.#watch(client);
    const Base: typeof pg.Client = isCached ? PreparedStatementClient : pg.Client;
    class ObservedClient extends Base {
      constructor(config?: string | pg.ClientConfig) {
        super(config);
        watch(this);
      }
    }
    return { ...login, Client: ObservedClient };
  }

  /** Returns whether no connection has an open transaction. */
  get isIdle(): boolean {
    return this.#busy.size === 0;
  }

  /** Records the statements of all connections, except those of the system log, the outbox and of connecting. */
  record(): StatementCount {
    const texts: string[] = [];
    const listener = (text: string) => void texts.push(text);
    this.#listeners.add(listener);
    return { texts, stop: () => void this.#listeners.delete(listener) };
  }

  /** Collects what the server replies to `work`, also the replies that the portal's code does not read. */
  async collectReplies<T>(work: () => Promise<T>): Promise<{ result: T; replies: readonly unknown[] }> {
    const replies: unknown[] = [];
    this.#replies.add(replies);
    try {
      return { result: await work(), replies };
    } finally {
      this.#replies.delete(replies);
    }
  }

  #watch(client: pg.Client): void {
    let isCounted = false; // its transaction is
    let isInTransaction = false;
    this.#busy.add(client);
    client.on('notice', ({ message = '' }) => this.notices.push(message));
    client.on('end', () => this.#busy.delete(client));
    const original = client.query;
    const watchedQuery: typeof client.query = (...args: unknown[]) => {
      const text = textOf(args[0]) ?? '';
      const scope = scopeOf(args[0]);
      if (text.startsWith('BEGIN')) isInTransaction = true;
      const isAlone = !isInTransaction && !isRegistration(text); // a call without a scope
      if (isInTransaction || isAlone) this.#busy.add(client);
      // BEGIN is sent together with its scope, which says whether both are counted
      if (scope !== undefined) isCounted = !/^[^,]*,[^,]*,(log|outbox),/.test(scope);
      else if (isAlone || (isCounted && !text.startsWith('BEGIN')))
        for (const listener of this.#listeners) listener(text);
      const result = Reflect.apply(original, client, args);
      const collect = (reply: unknown) => {
        for (const replies of this.#replies) replies.push(reply);
      };
      if (this.#replies.size > 0) Promise.resolve(result).then(collect, collect);
      if (isAlone || /(COMMIT|ROLLBACK); RESET ALL; CLOSE ALL$/.test(text)) {
        isInTransaction = false;
        const finish = () => this.#busy.delete(client);
        Promise.resolve(result).then(finish, finish);
      }
      return result;
    };
    client.query = watchedQuery;
  }
}

function textOf(query: unknown): string | undefined {
  if (typeof query === 'string') return query;
  return typeof query === 'object' && query !== null && 'text' in query ? String(query.text) : undefined;
}

/** Returns whether a statement belongs to the opening of a connection. */
const isRegistration = (text: string) => /open_connection\(|pg_backend_pid\(/.test(text);

/** Returns the scope that a statement sets. */
function scopeOf(query: unknown): string | undefined {
  if (typeof query !== 'object' || query === null || !('values' in query) || !Array.isArray(query.values))
    return undefined;
  return textOf(query)?.includes(`set_config('medcloud.scope'`) ? String(query.values[0]) : undefined;
}

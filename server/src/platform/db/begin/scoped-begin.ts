import pg from 'pg';

interface Statement {
  name: string;
  text: string;
}

/**
 * BEGIN and the statement that sets the scope as one query of the driver with one reply, which costs less than two. Both
 * are prepared once per connection. If BEGIN fails, the server skips the rest; the connection is then to be replaced.
 */
export class ScopedBegin extends pg.Query {
  /** The driver and its observers read these three. */
  readonly name: string;
  readonly text: string;
  readonly values: string[];
  readonly #statements: readonly [begin: Statement, setScope: Statement];
  readonly #prepared: Set<string>;
  readonly #reply = Promise.withResolvers<void>();

  /** `prepared`: the names of the connection's statements that the server has. */
  constructor(begin: Statement, setScope: Statement, values: string[], prepared: Set<string>) {
    const text = `${begin.text}; ${setScope.text}`;
    super(text, values);
    this.name = setScope.name;
    this.text = text;
    this.values = values;
    this.#statements = [begin, setScope];
    this.#prepared = prepared;
  }

  /** Resolves once the transaction has its scope. */
  get reply(): Promise<void> {
    return this.#reply.promise;
  }

  /** Called by the driver, like the methods below. */
  override submit = (connection: pg.Connection): void => {
    for (const { name, text } of this.#statements) {
      if (!this.#prepared.has(name)) connection.parse({ name, text, types: [] }, true);
      connection.bind({ statement: name, values: name === this.name ? this.values : [] }, true);
      connection.execute({}, true);
    }
    connection.sync();
  };

  handleRowDescription(): void {}
  handleDataRow(): void {}
  handleCommandComplete(): void {}

  handleReadyForQuery(): void {
    for (const { name } of this.#statements) this.#prepared.add(name);
    this.#reply.resolve();
  }

  handleError(error: Error): void {
    this.#reply.reject(error);
  }
}

import { once } from 'node:events';
import { Readable } from 'node:stream';
import type pg from 'pg';

/*
 * COPY as streams over pg's own connection: a table's rows pass by in pieces, however many they are (PostgreSQL,
 * "Frontend/Backend Protocol", 55.2.6).
 */

const waitingBytes = 1_048_576;

/** A table's rows on their way out, in COPY's text format. */
export interface RowsOut {
  readonly stream: Readable;
  /** Known once the stream has ended. */
  readonly rows: () => number;
}

/** Runs `COPY ... TO STDOUT`. The connection waits while nobody reads; the stream fails as the statement does. */
export function copyOut(client: pg.Client, statement: string): RowsOut {
  const out = new OutOfTable(statement);
  client.query(out);
  return { stream: out.stream, rows: () => out.rows };
}

/** Runs `COPY ... FROM STDIN` with what `source` gives, and answers the rows. Fails as the statement or the source does. */
export async function copyIn(client: pg.Client, statement: string, source: AsyncIterable<Buffer>): Promise<number> {
  const into = new IntoTable(statement, source);
  client.query(into);
  return await into.done;
}

interface CommandComplete {
  readonly text: string;
}

const rowsOf = ({ text }: CommandComplete) => Number(/^COPY (\d+)/.exec(text)?.[1] ?? 0);

class OutOfTable implements pg.Submittable {
  readonly stream: Readable;
  rows = 0;
  readonly #statement: string;
  #connection: pg.Connection | undefined;

  constructor(statement: string) {
    this.#statement = statement;
    this.stream = new Readable({ highWaterMark: waitingBytes, read: () => this.#connection?.stream.resume() });
  }

  submit(connection: pg.Connection): void {
    this.#connection = connection;
    connection.query(this.#statement);
  }

  handleCopyData({ chunk }: { chunk: Buffer }, connection: pg.Connection): void {
    // a copy: the parser uses its memory again
    if (!this.stream.push(Buffer.from(chunk))) connection.stream.pause();
  }

  handleCommandComplete(message: CommandComplete): void {
    this.rows = rowsOf(message);
  }

  handleReadyForQuery(): void {
    this.stream.push(null);
  }

  handleError(error: Error): void {
    this.stream.destroy(error);
  }
}

class IntoTable implements pg.Submittable {
  readonly done: Promise<number>;
  readonly #statement: string;
  readonly #source: AsyncIterable<Buffer>;
  readonly #resolve: (rows: number) => void;
  readonly #reject: (error: Error) => void;
  #rows = 0;
  #failure: Error | undefined;

  constructor(statement: string, source: AsyncIterable<Buffer>) {
    this.#statement = statement;
    this.#source = source;
    const { promise, resolve, reject } = Promise.withResolvers<number>();
    this.done = promise;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  submit(connection: pg.Connection): void {
    connection.query(this.#statement);
  }

  handleCopyInResponse(connection: pg.Connection): void {
    this.#send(connection).catch((error: unknown) => {
      // the server answers with an error of its own; what the source said is the cause
      this.#failure = error instanceof Error ? error : new Error(String(error));
      connection.sendCopyFail('the source failed');
    });
  }

  async #send(connection: pg.Connection): Promise<void> {
    for await (const chunk of this.#source) {
      connection.sendCopyFromChunk(chunk);
      if (connection.stream.writableNeedDrain) await Promise.race([once(connection.stream, 'drain'), this.done]);
    }
    connection.endCopyFrom();
  }

  handleCommandComplete(message: CommandComplete): void {
    this.#rows = rowsOf(message);
  }

  handleReadyForQuery(): void {
    this.#resolve(this.#rows);
  }

  handleError(error: Error): void {
    this.#reject(this.#failure ?? error);
  }
}

import { once } from 'node:events';
import { Readable } from 'node:stream';
import type pg from 'pg';

/*
 * COPY as streams over pg's own connection: transfers a table of any size in chunks (PostgreSQL, "Frontend/Backend
 * Protocol", 55.2.6).
 */

const maxBufferedBytes = 1_048_576;

/** A stream of a table's rows in COPY's text format. */
export interface CopyStream {
  readonly stream: Readable;
  /** Known once the stream has ended. */
  readonly rowCount: () => number;
}

/**
 * Runs `COPY ... TO STDOUT`. The connection pauses while the stream is not read. The stream fails if the statement
 * fails.
 */
export function copyOut(client: pg.Client, statement: string): CopyStream {
  const query = new CopyOutQuery(statement);
  client.query(query);
  return { stream: query.stream, rowCount: () => query.rowCount };
}

/**
 * Runs `COPY ... FROM STDIN` with the bytes of `source`. Returns the row count. Throws errors of statement and source.
 */
export async function copyIn(client: pg.Client, statement: string, source: AsyncIterable<Buffer>): Promise<number> {
  const query = new CopyInQuery(statement, source);
  client.query(query);
  return await query.done;
}

interface CommandComplete {
  readonly text: string;
}

const parseRowCount = ({ text }: CommandComplete) => Number(/^COPY (\d+)/.exec(text)?.[1] ?? 0);

class CopyOutQuery implements pg.Submittable {
  readonly stream: Readable;
  rowCount = 0;
  readonly #statement: string;
  #connection: pg.Connection | undefined;

  constructor(statement: string) {
    this.#statement = statement;
    this.stream = new Readable({ highWaterMark: maxBufferedBytes, read: () => this.#connection?.stream.resume() });
  }

  submit(connection: pg.Connection): void {
    this.#connection = connection;
    connection.query(this.#statement);
  }

  handleCopyData({ chunk }: { chunk: Buffer }, connection: pg.Connection): void {
    // Copies the chunk, because the parser reuses its memory.
    if (!this.stream.push(Buffer.from(chunk))) connection.stream.pause();
  }

  handleCommandComplete(message: CommandComplete): void {
    this.rowCount = parseRowCount(message);
  }

  handleReadyForQuery(): void {
    this.stream.push(null);
  }

  handleError(error: Error): void {
    this.stream.destroy(error);
  }
}

class CopyInQuery implements pg.Submittable {
  readonly done: Promise<number>;
  readonly #statement: string;
  readonly #source: AsyncIterable<Buffer>;
  readonly #resolve: (rowCount: number) => void;
  readonly #reject: (error: Error) => void;
  #rowCount = 0;
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
      // The server replies with its own error. The source's error is the real failure.
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
    this.#rowCount = parseRowCount(message);
  }

  handleReadyForQuery(): void {
    this.#resolve(this.#rowCount);
  }

  handleError(error: Error): void {
    this.#reject(this.#failure ?? error);
  }
}

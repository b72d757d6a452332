import 'pg';

/** The COPY methods of pg's connection, missing in its types (pg 8, lib/connection.js). */
declare module 'pg' {
  interface Connection {
    sendCopyFromChunk(chunk: Buffer): void;
    endCopyFrom(): void;
    sendCopyFail(message: string): void;
  }
}

import 'pg';

/** The COPY half of pg's connection, which its types leave out (pg 8, lib/connection.js). */
declare module 'pg' {
  interface Connection {
    sendCopyFromChunk(chunk: Buffer): void;
    endCopyFrom(): void;
    sendCopyFail(message: string): void;
  }
}

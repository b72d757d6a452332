import type { ServerResponse } from 'node:http';

const mostUnreadBytes = 64 * 1024;
// what was written last has so long to leave before the connection is closed
const farewellMs = 1_000;

/** One stream of server-sent events (HTML 9.2), from the headers to its end, whoever ends it. */
export interface EventStream {
  /** Writes to the stream; to one that is over, nothing. Who does not read 64 KiB is cut off, and asks anew. */
  send(text: string): void;
  end(): void;
  /** Undoes something once the stream is over: at once where it is already. */
  afterwards(undo: () => void): void;
  /** Settles when it is over. */
  over: Promise<void>;
}

/**
 * The stream over an answer whose headers are written. It may be over from the start: the other side can leave while its
 * session is still looked up, and `close` is then never told again.
 */
export function openEventStream(response: ServerResponse): EventStream {
  const undoing: (() => void)[] = [];
  const over = Promise.withResolvers<void>();
  let isOver = false;
  const stop = () => {
    if (isOver) return;
    isOver = true;
    for (const undo of undoing.splice(0)) undo();
    over.resolve();
  };
  // for good: an error of a stream that nobody listens to ends the process
  response.on('error', stop);
  response.once('close', stop);
  if (response.destroyed || response.closed) stop();
  return {
    send(text) {
      if (isOver || !response.writable) return;
      response.write(text);
      if (response.writableLength <= mostUnreadBytes) return;
      stop();
      response.destroy();
    },
    end() {
      if (isOver) return;
      stop();
      const late = setTimeout(() => response.destroy(), farewellMs);
      response.once('close', () => clearTimeout(late));
      response.end();
    },
    afterwards(undo) {
      if (isOver) undo();
      else undoing.push(undo);
    },
    over: over.promise,
  };
}

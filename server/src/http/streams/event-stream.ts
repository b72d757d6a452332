import type { ServerResponse } from 'node:http';

const maxUnreadBytes = 64 * 1024;
// what was written last has so long to leave before the connection is closed
const closeTimeoutMs = 1_000;

/** One stream of server-sent events (HTML 9.2), from the headers to its end, whoever ends it. */
export interface EventStream {
  /** Writes to the stream; to one that is over, nothing. Who does not read 64 KiB is cut off, and asks anew. */
  send(text: string): void;
  end(): void;
  /** Undoes something once the stream is over: at once where it is already. */
  onClose(cleanup: () => void): void;
  /** Settles when it is over. */
  done: Promise<void>;
}

/**
 * The stream over an answer whose headers are written. It may be over from the start: the other side can leave while its
 * session is still looked up, and `close` is then never told again.
 */
export function openEventStream(response: ServerResponse): EventStream {
  const cleanups: (() => void)[] = [];
  const done = Promise.withResolvers<void>();
  let isClosed = false;
  const stop = () => {
    if (isClosed) return;
    isClosed = true;
    for (const cleanup of cleanups.splice(0)) cleanup();
    done.resolve();
  };
  // for good: an error of a stream that nobody listens to ends the process
  response.on('error', stop);
  response.once('close', stop);
  if (response.destroyed || response.closed) stop();
  return {
    send(text) {
      if (isClosed || !response.writable) return;
      response.write(text);
      if (response.writableLength <= maxUnreadBytes) return;
      stop();
      response.destroy();
    },
    end() {
      if (isClosed) return;
      stop();
      const timer = setTimeout(() => response.destroy(), closeTimeoutMs);
      response.once('close', () => clearTimeout(timer));
      response.end();
    },
    onClose(cleanup) {
      if (isClosed) cleanup();
      else cleanups.push(cleanup);
    },
    done: done.promise,
  };
}

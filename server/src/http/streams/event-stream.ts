import type { ServerResponse } from 'node:http';

const maxUnreadBytes = 64 * 1024;
// time for the last bytes to be sent before the connection is closed
const closeTimeoutMs = 1_000;

/** One stream of server-sent events (HTML 9.2), from its headers to its end by either side. */
export interface EventStream {
  /** Writes to the stream; ignored after its end. A client with 64 KiB unread is disconnected and must reconnect. */
  send(text: string): void;
  end(): void;
  /** Registers a cleanup for the end of the stream; runs it at once if the stream has ended. */
  onClose(cleanup: () => void): void;
  /** Resolves when the stream has ended. */
  done: Promise<void>;
}

/**
 * Opens a stream on a response whose headers are written. It may be closed from the start: the client can leave during
 * authentication, and `close` is not emitted again.
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
  // Never removed: an unhandled stream error ends the process.
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

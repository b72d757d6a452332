import { finished, type Readable } from 'node:stream';
import { releaseBuffer } from '../../platform/concurrency/release-buffer.ts';

/**
 * A stream's pieces one at a time as they came, never joined. A piece is the reader's until it asks for the next: then its
 * memory is given back. A reader that leaves early leaves the stream as it is, paused. Fails as the stream does, also where it is
 * destroyed before its end.
 */
export async function* chunksOf(stream: Readable): AsyncGenerator<Buffer, void> {
  const queue: Buffer[] = [];
  const end: { hasEnded: boolean; error: Error | null } = { hasEnded: false, error: null };
  let wake = () => {};
  const onData = (chunk: Buffer) => {
    queue.push(chunk);
    stream.pause();
    wake();
  };
  const stopWatching = finished(stream, { writable: false }, (error) => {
    end.hasEnded = true;
    end.error = error ?? null;
    wake();
  });
  stream.on('data', onData);
  try {
    while (queue.length > 0 || !end.hasEnded) {
      const chunk = queue.shift();
      if (chunk === undefined) {
        await new Promise<void>((resolve) => {
          wake = resolve;
          stream.resume();
        });
        continue;
      }
      yield chunk;
      releaseBuffer(chunk);
    }
    if (end.error) throw end.error;
  } finally {
    stopWatching();
    stream.off('data', onData);
    stream.pause();
  }
}

import { finished, type Readable } from 'node:stream';
import { releaseBuffer } from '../../platform/concurrency/release-buffer.ts';

/**
 * Yields a stream's chunks one at a time as received, never joined. A chunk is valid until the consumer requests the
 * next; then its memory is released. If the consumer stops early, the stream stays paused. Throws the stream's error,
 * also if the stream is destroyed before its end.
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

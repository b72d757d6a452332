import { finished, type Readable } from 'node:stream';
import { giveBack } from '../../platform/concurrency/give-back.ts';

/**
 * A stream's pieces one at a time as they came, never joined. A piece is the reader's until it asks for the next: then its
 * memory is given back. A reader that leaves early leaves the stream as it is, paused. Fails as the stream does, also where it is
 * destroyed before its end.
 */
export async function* piecesOf(stream: Readable): AsyncGenerator<Buffer, void> {
  const come: Buffer[] = [];
  const end: { over: boolean; failure: Error | null } = { over: false, failure: null };
  let wake = () => {};
  const take = (piece: Buffer) => {
    come.push(piece);
    stream.pause();
    wake();
  };
  const unwatch = finished(stream, { writable: false }, (failure) => {
    end.over = true;
    end.failure = failure ?? null;
    wake();
  });
  stream.on('data', take);
  try {
    while (come.length > 0 || !end.over) {
      const piece = come.shift();
      if (piece === undefined) {
        await new Promise<void>((resolve) => {
          wake = resolve;
          stream.resume();
        });
        continue;
      }
      yield piece;
      giveBack(piece);
    }
    if (end.failure) throw end.failure;
  } finally {
    unwatch();
    stream.off('data', take);
    stream.pause();
  }
}

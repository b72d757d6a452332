import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import { finished } from 'node:stream/promises';
import { Fault } from '@medcloud/contract/faults';
import { chunksOf } from './chunks-of.ts';

// What may wait to be sealed; behind it the sender waits.
const maxBufferedBytes = 1_048_576;

/**
 * A request's body as it comes, to its end. Where the sender goes away, or the signal says stop, what had come is still
 * given out, and then it fails: with `malformed`, or the signal's reason. A piece is the reader's until it asks for the next.
 */
export async function* readPart(request: IncomingMessage, signal: AbortSignal): AsyncGenerator<Buffer, void> {
  const passThrough = new PassThrough({ highWaterMark: maxBufferedBytes });
  let failure: unknown = null;
  const fail = (reason: unknown) => {
    failure ??= reason;
    request.unpipe(passThrough);
    if (!passThrough.destroyed && !passThrough.writableEnded) passThrough.end();
  };
  const onAbort = () => fail(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  request.pipe(passThrough);
  finished(request, { writable: false }).catch(() => fail(new Fault('malformed')));
  if (signal.aborted) onAbort();
  try {
    yield* chunksOf(passThrough);
    if (failure !== null) throw failure;
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import { finished } from 'node:stream/promises';
import { Fault } from '@medcloud/contract/faults';
import { chunksOf } from './chunks-of.ts';

// Bytes that may wait for encryption; beyond it the sender waits.
const maxBufferedBytes = 1_048_576;

/**
 * Yields a request's body as it arrives, to its end. If the client disconnects or the signal aborts, first yields what
 * has arrived. Then throws `malformed`, or the signal's reason. A chunk is valid until the next is requested.
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

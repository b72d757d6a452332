import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import { finished } from 'node:stream/promises';
import { Fault } from '@medcloud/contract/faults';
import { piecesOf } from './pieces-of.ts';

// What may wait to be sealed; behind it the sender waits.
const waitingBytes = 1_048_576;

/**
 * A request's body as it comes, to its end. Where the sender goes away, or the signal says stop, what had come is still
 * given out, and then it fails: with `malformed`, or the signal's reason. A piece is the reader's until it asks for the next.
 */
export async function* readPart(request: IncomingMessage, stop: AbortSignal): AsyncGenerator<Buffer, void> {
  const pass = new PassThrough({ highWaterMark: waitingBytes });
  let failure: unknown = null;
  const fail = (reason: unknown) => {
    failure ??= reason;
    request.unpipe(pass);
    if (!pass.destroyed && !pass.writableEnded) pass.end();
  };
  const stopped = () => fail(stop.reason);
  stop.addEventListener('abort', stopped, { once: true });
  request.pipe(pass);
  finished(request, { writable: false }).catch(() => fail(new Fault('malformed')));
  if (stop.aborted) stopped();
  try {
    yield* piecesOf(pass);
    if (failure !== null) throw failure;
  } finally {
    stop.removeEventListener('abort', stopped);
  }
}

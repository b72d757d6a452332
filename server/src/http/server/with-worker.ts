import { Fault } from '@medcloud/contract/faults';
import type { FastifyReply } from 'fastify';
import { RenderFault } from '../../domain/imaging/render/render-fault.ts';
import type { RunOptions } from '../../platform/workers/worker-pool.ts';

/**
 * Calls `work`, which needs a worker. Waiting for one, groups (sessions) take turns, and a client that goes away is not
 * served. Throws `not_found` (404) for an instance without pixels, `not_acceptable` (406) if it cannot be rendered.
 */
export async function withWorker<Result>(
  reply: FastifyReply,
  group: string,
  work: (options: Pick<RunOptions, 'waitingSignal' | 'group'>) => Promise<Result>,
): Promise<Result> {
  const gone = new AbortController();
  const abort = () => gone.abort();
  reply.raw.once('close', abort);
  if (reply.raw.destroyed) abort();
  try {
    return await work({ waitingSignal: gone.signal, group }).catch(rethrowAsFault);
  } finally {
    reply.raw.off('close', abort);
  }
}

function rethrowAsFault(error: unknown): never {
  if (!(error instanceof RenderFault)) throw error;
  throw new Fault(error.code === 'no_pixels' ? 'not_found' : 'not_acceptable');
}

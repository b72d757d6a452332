import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

export type FuzzKind = 'files' | 'archives' | 'documents' | 'retained bytes' | 'retained objects';

export interface FuzzTask {
  readonly kind: FuzzKind;
  readonly seed: number;
  readonly rounds: number;
  /** Maximum memory of one input. */
  readonly maxBytes: number;
  /** The current round, shared so that it can be read after the thread died. */
  readonly currentRound: Int32Array;
}

const maxBytes = 256 * 1024 ** 2;
// Memory of the thread before it reads anything: its code, and the files it damages.
const baseMb = 32;

/**
 * Reads damaged inputs in a thread. Objects over 256 MB terminate it; bytes outside its heap are measured. Returns the
 * peak memory; rejects with the seed of the round that exceeded a limit or crashed a reader.
 */
export async function fuzz(task: Pick<FuzzTask, 'kind' | 'seed' | 'rounds'>): Promise<number> {
  const currentRound = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(new URL('./fuzz-worker.ts', import.meta.url), {
    workerData: { ...task, maxBytes, currentRound } satisfies FuzzTask,
    resourceLimits: { maxOldGenerationSizeMb: maxBytes / 1024 ** 2 + baseMb },
  });
  try {
    const [peakBytes] = await once(worker, 'message');
    return Number(peakBytes);
  } catch (error) {
    throw new Error(`${task.kind}: FUZZ_SEED=${task.seed + (currentRound[0] ?? 0)} FUZZ_ROUNDS=1`, { cause: error });
  } finally {
    await worker.terminate();
  }
}

import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

export type FuzzKind = 'files' | 'archives' | 'documents' | 'hoarded bytes' | 'hoarded objects';

export interface FuzzTask {
  readonly kind: FuzzKind;
  readonly seed: number;
  readonly rounds: number;
  /** What one input may make the thread hold. */
  readonly maxBytes: number;
  /** The round it is at, for whoever asks after it has died. */
  readonly currentRound: Int32Array;
}

const maxBytes = 256 * 1024 ** 2;
// What the thread holds before it reads anything: its code, and the files it damages.
const baseMb = 32;

/**
 * Reads damaged inputs in a thread that dies of the objects of one that holds more than 256 MB, and is asked for the bytes
 * outside its heap. Answers the most that was held; fails with the seed of the round that was too dear or broke a reader.
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

import { setTimeout } from 'node:timers/promises';
import type { Clock } from '../../../time/clock.ts';
import { isAlive } from './process-facts.ts';

const pollMs = 1_000;
const firstWaitMs = 1_000;
const maxWaitMs = 30_000;

interface Server {
  readonly pid: number;
}

/** A server that is started again when it ends unasked. */
export interface SupervisedServer<Running extends Server> {
  current(): Running;
  /** Ends the watching; a restart under way is waited for. Returns the server that runs now. */
  release(): Promise<Running>;
}

/**
 * Looks every second whether the postmaster lives: one that was killed (by the kernel, out of memory) is started again
 * under the same address, with back-off for as long as that fails.
 */
export function superviseServer<Running extends Server>(
  first: Running,
  restart: (previous: Running) => Promise<Running>,
  { clock, log }: { clock: Clock; log: (line: string) => void },
): SupervisedServer<Running> {
  let running = first;
  const stopping = new AbortController();
  const watch = async () => {
    let waitMs = firstWaitMs;
    while (await waitUnlessAborted(pollMs, stopping.signal)) {
      if (await isAlive(running.pid)) continue;
      log(`PostgreSQL (process ${running.pid}) has ended unasked: starting it again`);
      const startedAt = clock.now().getTime();
      try {
        running = await restart(running);
        waitMs = firstWaitMs;
        log(`PostgreSQL runs again (process ${running.pid}), ${clock.now().getTime() - startedAt} ms later`);
      } catch (error) {
        log(`PostgreSQL did not start again: ${error instanceof Error ? error.message : String(error)}`);
        if (!(await waitUnlessAborted(waitMs, stopping.signal))) return;
        waitMs = Math.min(maxWaitMs, waitMs * 2);
      }
    }
  };
  const watching = watch();
  return {
    current: () => running,
    async release() {
      stopping.abort();
      await watching;
      return running;
    },
  };
}

/** False where the wait was ended early. Keeps no process up. */
async function waitUnlessAborted(waitMs: number, signal: AbortSignal): Promise<boolean> {
  return await setTimeout(waitMs, true, { signal, ref: false }).catch(() => false);
}

import { setTimeout } from 'node:timers/promises';
import type { Clock } from '../../../time/clock.ts';
import { isAlive } from './process-facts.ts';

const pollMs = 1_000;
const firstWaitMs = 1_000;
const maxWaitMs = 30_000;

interface Server {
  readonly pid: number;
}

/** A server that is restarted when it ends unexpectedly. */
export interface SupervisedServer<Running extends Server> {
  current(): Running;
  /** Stops the supervision after a running restart has finished. Returns the current server. */
  release(): Promise<Running>;
}

/**
 * Checks every second that the postmaster is alive. Restarts a killed one (such as by the kernel, out of memory) at the
 * same address, with back-off while that fails.
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

/** Waits. Returns false if the wait was aborted. Does not keep the process alive. */
async function waitUnlessAborted(waitMs: number, signal: AbortSignal): Promise<boolean> {
  return await setTimeout(waitMs, true, { signal, ref: false }).catch(() => false);
}

import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';

const pollIntervalMs = 250;
const idlePolls = 4;
// Kernel clock ticks of 10 ms per poll: at most about a tenth of one core.
const maxTicks = 3;

/** Returns the CPU time of a process in clock ticks (proc(5), `utime` and `stime`). */
async function ticksOf(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return Number(fields[11]) + Number(fields[12]);
}

/** Waits until a process has been nearly idle for a second. */
export async function waitUntilIdle(pid: number): Promise<void> {
  let idleCount = 0;
  let before = await ticksOf(pid);
  while (idleCount < idlePolls) {
    await wait(pollIntervalMs);
    const now = await ticksOf(pid);
    idleCount = now - before <= maxTicks ? idleCount + 1 : 0;
    before = now;
  }
}

import { readdir, readFile } from 'node:fs/promises';

const msPerTick = 10; // proc(5): USER_HZ is 100

interface ProcessTime {
  pid: number;
  parent: number;
  ms: number;
  /** Of its children that have ended. */
  endedChildrenMs: number;
}

/** Returns a process's parent and its processor time (proc(5), `ppid`, `utime`, `stime`, `cutime`, `cstime`); null if it has ended. */
async function readProcessTime(pid: number): Promise<ProcessTime | null> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  if (stat === null) return null;
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const ticksOf = (first: number) => Number(fields[first]) + Number(fields[first + 1]);
  return { pid, parent: Number(fields[1]), ms: ticksOf(11) * msPerTick, endedChildrenMs: ticksOf(13) * msPerTick };
}

/** Returns the processor time in ms that a process and its children have used. Linux only. */
export async function processorMsOf(pid: number): Promise<number> {
  const pids = (await readdir('/proc')).map(Number).filter((number) => Number.isInteger(number));
  const times = await Promise.all(pids.map(readProcessTime));
  return times.reduce((sum, time) => {
    if (time?.pid === pid) return sum + time.ms + time.endedChildrenMs;
    return time?.parent === pid ? sum + time.ms : sum;
  }, 0);
}

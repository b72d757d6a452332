import { readdir, readFile } from 'node:fs/promises';

const msPerTick = 10; // proc(5): USER_HZ is 100

interface ProcessTime {
  pid: number;
  parent: number;
  ms: number;
}

/** Returns a process's parent and its processor time (proc(5), `ppid`, `utime`, `stime`); null if it has ended. */
async function readProcessTime(pid: number): Promise<ProcessTime | null> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  if (stat === null) return null;
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return { pid, parent: Number(fields[1]), ms: (Number(fields[11]) + Number(fields[12])) * msPerTick };
}

/** Returns the processor time in ms that a process and its running children have used. Linux only. */
export async function processorMsOf(pid: number): Promise<number> {
  const pids = (await readdir('/proc')).map(Number).filter((number) => Number.isInteger(number));
  const times = await Promise.all(pids.map(readProcessTime));
  return times.reduce((sum, time) => (time?.pid === pid || time?.parent === pid ? sum + time.ms : sum), 0);
}

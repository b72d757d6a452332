import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { addNiceness, runCommand } from './run-command.ts';

const folder = mkdtempSync(join(tmpdir(), 'medcloud-child-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const node = (script: string) => [process.execPath, '--eval', script];

function options(stop = new AbortController().signal) {
  return { cwd: folder, env: process.env, stop };
}

it('runCommand returns the exit code', async () => {
  expect((await runCommand(node('process.exit(3)'), options())).code).toBe(3);
});

it('runCommand passes each line of both outputs to onLine', async () => {
  const lines: string[] = [];
  await runCommand(node("console.log('one\\ntwo'); console.error('three')"), {
    ...options(),
    onLine: (line) => lines.push(line),
  });
  expect(lines.toSorted()).toEqual(['one', 'three', 'two']);
});

it('runCommand runs a command and its child processes with a lower priority', async () => {
  const priority = addNiceness(3);
  const inner = 'console.log(os.getPriority())';
  // The priority is set after the start. The number of looks ends a failing test.
  const outer = `for (let looks = 0; os.getPriority() < ${priority} && looks < 1e7; looks += 1) fs.statSync('.');
    child_process.spawnSync(process.execPath, ['--eval', ${JSON.stringify(inner)}], { stdio: 'inherit' })`;
  const lines: string[] = [];
  await runCommand(node(outer), { ...options(), niceness: 3, onLine: (line) => lines.push(line) });
  expect(lines).toEqual([String(priority)]);
});

it('runCommand stops a command and its child processes when the check is stopped', async () => {
  const stopping = new AbortController();
  const pidFile = join(folder, 'pid');
  // The inner process outlives its parent unless it also receives the signal.
  const inner = `fs.writeFileSync(${JSON.stringify(pidFile)}, String(process.pid)); setInterval(() => {}, 1000)`;
  const outer = `child_process.spawn(process.execPath, ['--eval', ${JSON.stringify(inner)}]); setInterval(() => {}, 1000)`;
  const ended = runCommand(node(outer), options(stopping.signal));
  await expect.poll(() => existsSync(pidFile) && readFileSync(pidFile, 'utf8') !== '').toBe(true);
  stopping.abort();
  expect((await ended).code).not.toBe(0);
  const pid = Number(readFileSync(pidFile, 'utf8'));
  await expect.poll(() => isAlive(pid)).toBe(false);
});

function isAlive(pid: number): boolean {
  try {
    // A zombie has ended; its parent has not collected it yet.
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
  } catch {
    return process.platform === 'linux' ? false : canSignal(pid);
  }
}

function canSignal(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

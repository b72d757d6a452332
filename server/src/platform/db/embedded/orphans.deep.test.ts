import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { waitUntil } from '../../../../test/harness/wait-until.ts';
import { isAlive, serverProcesses } from './process/process-facts.ts';
import {
  EmbeddedFixture,
  fastClock,
  firstLine,
  frozenClock,
  hasPidFile,
  killProcess,
  query,
  readReply,
} from './test-embedded-fixture.ts';

const fixture = new EmbeddedFixture();
let template = '';
beforeAll(async () => {
  template = await fixture.createTemplate();
});
afterAll(() => fixture.close());

const pidFileOf = (path: string) => join(path, 'cluster', 'postmaster.pid');
const waitUntilGone = (pid: number) => waitUntil(async () => !(await isAlive(pid)));

/** Starts a server without a watchdog and kills its Node process. */
async function startOrphan() {
  const path = fixture.copyOf(template);
  const node = fixture.runNode(path, 'alone');
  const answer = await readReply(node);
  await killProcess(node);
  return { path, ...answer };
}

/** Starts a server without a watchdog, like one whose Node process was killed. */
async function startUnwatched() {
  const path = fixture.copyOf(template);
  const { pid, connection } = await fixture.start(path, { hasWatchdog: false });
  return { path, pid, host: connection.host };
}

/** Returns a folder whose idle server was killed: its pid file names a dead process. */
async function startCrashed() {
  const { path, pid, host } = await startUnwatched();
  process.kill(pid, 'SIGKILL');
  await waitUntil(async () => (await serverProcesses(join(path, 'cluster'))).length === 0);
  await waitUntilReaped(pid);
  return { path, pid, host };
}

/** Waits until the process is not even a zombie, which PostgreSQL would take for a running server. */
const waitUntilReaped = (pid: number) => waitUntil(() => !existsSync(`/proc/${pid}`));

const names = (path: string) => (existsSync(path) ? readdirSync(path) : []);

/** Returns a folder whose Node process was killed during initdb. Retries if initdb ended before the kill. */
async function killDuringInitdb(): Promise<string> {
  for (let tries = 1; ; tries += 1) {
    const path = fixture.newPath();
    const node = fixture.runNode(path);
    await waitUntil(() => names(path).some((name) => name.startsWith('cluster')));
    await killProcess(node);
    const isOver = names(path).includes('cluster');
    if (!isOver || tries === 10) return path;
  }
}

describe('startEmbedded after Node was killed', () => {
  it('adopts the running server, which stop() ends', async () => {
    const { path, pid, host } = await startOrphan();
    const server = await fixture.start(path, { hasWatchdog: false });
    expect(server).toMatchObject({ isAdopted: true, pid, version: '18.4', connection: { host } });
    expect(await query(server.connection, 'SELECT answer FROM kept')).toEqual({ answer: 42 });
    await server.stop();
    expect([await isAlive(pid), hasPidFile(path), existsSync(host)]).toEqual([false, false, false]);
  });

  it('finds no server if the watchdog has shut it down cleanly', async () => {
    const path = fixture.copyOf(template);
    const node = fixture.runNode(path);
    const { pid, host } = await readReply(node);
    await killProcess(node);
    await waitUntilGone(pid);
    await waitUntil(() => !existsSync(host));
    expect(hasPidFile(path)).toBe(false);
    expect(await readFile(join(path, 'postgres.log'), 'utf8')).toContain('database system is shut down');
  });

  it('adopts the server if the watchdog was killed first', async () => {
    const path = fixture.copyOf(template);
    const node = fixture.runNode(path);
    const { pid } = await readReply(node);
    node.kill('SIGSTOP'); // or it notices that its watchdog ended, and stops the server before it is killed
    await waitUntil(async () => {
      const shells = await findWatchdogShells(path);
      for (const shell of shells) process.kill(shell, 'SIGKILL');
      return shells.length === 0;
    });
    await killProcess(node);
    const server = await fixture.start(path);
    expect(server).toMatchObject({ isAdopted: true, pid });
  });

  it('starts a watchdog that ends the adopted server when the adopting process is killed', async () => {
    const { path, pid, host } = await startOrphan();
    const second = fixture.runNode(path);
    expect(await readReply(second)).toMatchObject({ isAdopted: true, pid });
    await killProcess(second);
    await waitUntil(() => !existsSync(host));
    expect([await isAlive(pid), hasPidFile(path)]).toEqual([false, false]);
  });

  it('creates a complete database after a kill during initdb, which leaves no partial one', async () => {
    const path = await killDuringInitdb();
    expect(readdirSync(path)).not.toContain('cluster');
    const server = await fixture.start(path);
    expect(server.isAdopted).toBe(false);
    expect(readdirSync(path).filter((name) => name.startsWith('cluster'))).toEqual(['cluster']);
  });
});

describe('startEmbedded after the server was killed', () => {
  it('starts despite the pid file of the dead process', async () => {
    const { path, pid } = await startCrashed();
    expect(hasPidFile(path)).toBe(true);
    const server = await fixture.start(path);
    expect(server).toMatchObject({ isAdopted: false });
    expect(server.pid).not.toBe(pid);
    expect(await query(server.connection, 'SELECT answer FROM kept')).toEqual({ answer: 42 });
  });

  it('removes the old socket folder', async () => {
    const { path, host } = await startCrashed();
    expect(existsSync(host)).toBe(true);
    await fixture.start(path);
    expect(existsSync(host)).toBe(false);
  });

  it('waits for processes that still hold the shared memory', async () => {
    const { path, left } = await killAllButOne();
    const { lines, log } = createWakingLog(left);
    const server = await fixture.start(path, { log }, { clock: frozenClock() });
    expect(lines[0]).toContain('still hold its memory');
    expect(server.isAdopted).toBe(false);
  });

  it('waits for processes in the folder that PostgreSQL cannot find through the pid file', async () => {
    const { path, pid, left } = await killAllButOne();
    await rewritePid(path, pid, fixture.run('sleep', ['600']).pid);
    const { lines, log } = createWakingLog(left);
    const server = await fixture.start(path, { log }, { clock: frozenClock() });
    expect(lines[0]).toContain('still work in this folder');
    expect(server.isAdopted).toBe(false);
  });

  it('throws start_failed if a process holds the shared memory forever', async () => {
    const { path, left } = await killAllButOne();
    const clock = frozenClock();
    const lines: string[] = [];
    const log = (line: string) => {
      lines.push(line);
      clock.advance(2_600); // of the timeout of 5 s
    };
    const message = expect.stringContaining('killed PostgreSQL');
    await expect(fixture.start(path, { log }, { clock })).rejects.toMatchObject({ code: 'start_failed', message });
    expect(lines).toHaveLength(2);
    expect(await serverProcesses(join(path, 'cluster'))).toEqual([left]);
  });
});

describe('startEmbedded with a wrong pid file', () => {
  it('removes a pid file of another live process and does not touch that process', async () => {
    const { path, pid } = await startCrashed();
    const other = fixture.run('sleep', ['600']);
    await rewritePid(path, pid, other.pid);
    const lines: string[] = [];
    const server = await fixture.start(path, { log: (line) => lines.push(line) });
    expect(server.isAdopted).toBe(false);
    expect(lines).toEqual([expect.stringContaining(`process ${other.pid} is not this database`)]);
    await server.stop();
    expect(await isAlive(Number(other.pid))).toBe(true);
  });

  it('starts beside the server of another folder that the pid file names', async () => {
    const neighbor = await fixture.start(fixture.copyOf(template));
    const { path, pid } = await startCrashed();
    await rewritePid(path, pid, neighbor.pid);
    const server = await fixture.start(path);
    expect(server.isAdopted).toBe(false);
    await server.stop();
    expect(await query(neighbor.connection, 'SELECT answer FROM kept')).toEqual({ answer: 42 });
  });

  it('starts if the pid file names a zombie', async () => {
    const { path, pid } = await startCrashed();
    const negligent = fixture.run('sh', ['-c', 'true & echo $!; exec sleep 600']);
    const zombie = Number(await firstLine(negligent));
    await waitUntil(async () => !(await isAlive(zombie)));
    await rewritePid(path, pid, zombie);
    expect(await fixture.start(path)).toMatchObject({ isAdopted: false });
  });

  it.each(['', '\n', 'garbage\n'])('starts if the pid file names no process (%j)', async (content) => {
    const path = fixture.copyOf(template);
    writeFileSync(pidFileOf(path), content);
    const server = await fixture.start(path);
    expect(await query(server.connection, 'SELECT answer FROM kept')).toEqual({ answer: 42 });
  });

  it('throws folder_in_use if a server runs although the pid file is empty, and does not touch it', async () => {
    const path = fixture.copyOf(template);
    const server = await fixture.start(path, { hasWatchdog: false });
    const content = await readFile(pidFileOf(path));
    writeFileSync(pidFileOf(path), '');
    const second = fixture.start(path, {}, { clock: fastClock() });
    await expect(second).rejects.toMatchObject({
      code: 'folder_in_use',
      message: expect.stringContaining(String(server.pid)),
    });
    expect(await query(server.connection, 'SELECT answer FROM kept')).toEqual({ answer: 42 });
    writeFileSync(pidFileOf(path), content);
  });
});

async function rewritePid(path: string, from: number, to: number | undefined): Promise<void> {
  const [first, ...rest] = (await readFile(pidFileOf(path), 'utf8')).split('\n');
  expect(first).toBe(String(from));
  writeFileSync(pidFileOf(path), [to, ...rest].join('\n'));
}

/** Kills a server while one of its processes is stopped, so that process cannot notice the crash. */
async function killAllButOne() {
  const { path, pid } = await startUnwatched();
  const cluster = join(path, 'cluster');
  const left = (await serverProcesses(cluster)).find((process) => process !== pid) ?? 0;
  process.kill(left, 'SIGSTOP');
  process.kill(pid, 'SIGKILL');
  await waitUntil(async () => (await serverProcesses(cluster)).every((process) => process === left));
  await waitUntilReaped(pid);
  return { path, pid, left };
}

/** Creates a log that continues the stopped process at the first line. */
function createWakingLog(left: number) {
  const lines: string[] = [];
  const log = (line: string) => {
    lines.push(line);
    if (lines.length === 1) process.kill(left, 'SIGCONT');
  };
  return { lines, log };
}

/** Finds the watchdog shells of a folder's server by their command line. */
async function findWatchdogShells(path: string): Promise<number[]> {
  const pids = readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0);
  const lines = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')));
  return pids.filter(
    (_, index) => lines[index]?.startsWith('sh\0-c\0') && lines[index].includes(`\0${path}/cluster\0`),
  );
}

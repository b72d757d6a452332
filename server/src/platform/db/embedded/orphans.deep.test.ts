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

/** A server whose Node was killed, without a watchdog. */
async function startOrphan() {
  const path = fixture.copyOf(template);
  const node = fixture.runNode(path, 'alone');
  const answer = await readReply(node);
  await killProcess(node);
  return { path, ...answer };
}

/** A server that nobody watches, as one whose Node was killed. */
async function startUnwatched() {
  const path = fixture.copyOf(template);
  const { pid, connection } = await fixture.start(path, { watchdog: false });
  return { path, pid, host: connection.host };
}

/** A folder whose server was killed while it wrote nothing: its pid file names a dead process. */
async function startCrashed() {
  const { path, pid, host } = await startUnwatched();
  process.kill(pid, 'SIGKILL');
  await waitUntil(async () => (await serverProcesses(join(path, 'cluster'))).length === 0);
  await waitUntilReaped(pid);
  return { path, pid, host };
}

/** Not even a zombie, or PostgreSQL would take it for a running server. */
const waitUntilReaped = (pid: number) => waitUntil(() => !existsSync(`/proc/${pid}`));

const names = (path: string) => (existsSync(path) ? readdirSync(path) : []);

/** A folder whose Node was killed while initdb ran; where that had ended before the kill came, another one. */
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

describe('Node is killed', () => {
  it('and the next start adopts its server, which stop() ends', async () => {
    const { path, pid, host } = await startOrphan();
    const server = await fixture.start(path, { watchdog: false });
    expect(server).toMatchObject({ adopted: true, pid, version: '18.4', connection: { host } });
    expect(await query(server.connection, 'SELECT answer FROM kept')).toEqual({ answer: 42 });
    await server.stop();
    expect([await isAlive(pid), hasPidFile(path), existsSync(host)]).toEqual([false, false, false]);
  });

  it('and the watchdog ends its server cleanly', async () => {
    const path = fixture.copyOf(template);
    const node = fixture.runNode(path);
    const { pid, host } = await readReply(node);
    await killProcess(node);
    await waitUntilGone(pid);
    await waitUntil(() => !existsSync(host));
    expect(hasPidFile(path)).toBe(false);
    expect(await readFile(join(path, 'postgres.log'), 'utf8')).toContain('database system is shut down');
  });

  it('and, the watchdog killed before it, the next start adopts', async () => {
    const path = fixture.copyOf(template);
    const node = fixture.runNode(path);
    const { pid } = await readReply(node);
    for (const watchdog of await findWatchdogShells(path)) process.kill(watchdog, 'SIGKILL');
    await killProcess(node);
    const server = await fixture.start(path);
    expect(server).toMatchObject({ adopted: true, pid });
  });

  it('and the watchdog of who adopted its server ends it', async () => {
    const { path, pid, host } = await startOrphan();
    const second = fixture.runNode(path);
    expect(await readReply(second)).toMatchObject({ adopted: true, pid });
    await killProcess(second);
    await waitUntil(() => !existsSync(host));
    expect([await isAlive(pid), hasPidFile(path)]).toEqual([false, false]);
  });

  it('during initdb: no half a database stays, and the next start makes a whole one', async () => {
    const path = await killDuringInitdb();
    expect(readdirSync(path)).not.toContain('cluster');
    const server = await fixture.start(path);
    expect(server.adopted).toBe(false);
    expect(readdirSync(path).filter((name) => name.startsWith('cluster'))).toEqual(['cluster']);
  });
});

describe('the server was killed', () => {
  it('and the pid file of the dead process is no obstacle', async () => {
    const { path, pid } = await startCrashed();
    expect(hasPidFile(path)).toBe(true);
    const server = await fixture.start(path);
    expect(server).toMatchObject({ adopted: false });
    expect(server.pid).not.toBe(pid);
    expect(await query(server.connection, 'SELECT answer FROM kept')).toEqual({ answer: 42 });
  });

  it('and its socket folder is removed by the next start', async () => {
    const { path, host } = await startCrashed();
    expect(existsSync(host)).toBe(true);
    await fixture.start(path);
    expect(existsSync(host)).toBe(false);
  });

  it('and the start waits for what still holds its shared memory', async () => {
    const { path, left } = await killAllButOne();
    const { lines, log } = createWakingLog(left);
    const server = await fixture.start(path, { log }, { clock: frozenClock() });
    expect(lines[0]).toContain('still hold its memory');
    expect(server.adopted).toBe(false);
  });

  it('and the start waits for what works in the folder, when the pid file cannot tell PostgreSQL of it', async () => {
    const { path, pid, left } = await killAllButOne();
    await rewritePid(path, pid, fixture.run('sleep', ['600']).pid);
    const { lines, log } = createWakingLog(left);
    const server = await fixture.start(path, { log }, { clock: frozenClock() });
    expect(lines[0]).toContain('still work in this folder');
    expect(server.adopted).toBe(false);
  });

  it('and the start gives up on what holds its memory for ever, and says so', async () => {
    const { path, left } = await killAllButOne();
    const clock = frozenClock();
    const lines: string[] = [];
    const log = (line: string) => {
      lines.push(line);
      clock.advance(2_600); // of the 5 s that are waited for it
    };
    const message = expect.stringContaining('killed PostgreSQL');
    await expect(fixture.start(path, { log }, { clock })).rejects.toMatchObject({ code: 'start_failed', message });
    expect(lines).toHaveLength(2);
    expect(await serverProcesses(join(path, 'cluster'))).toEqual([left]);
  });
});

describe('a pid file that lies', () => {
  it('names another live process: it is removed, the process is not touched', async () => {
    const { path, pid } = await startCrashed();
    const other = fixture.run('sleep', ['600']);
    await rewritePid(path, pid, other.pid);
    const lines: string[] = [];
    const server = await fixture.start(path, { log: (line) => lines.push(line) });
    expect(server.adopted).toBe(false);
    expect(lines).toEqual([expect.stringContaining(`process ${other.pid} is not this database`)]);
    await server.stop();
    expect(await isAlive(Number(other.pid))).toBe(true);
  });

  it('names the server of another folder: both run', async () => {
    const neighbour = await fixture.start(fixture.copyOf(template));
    const { path, pid } = await startCrashed();
    await rewritePid(path, pid, neighbour.pid);
    const server = await fixture.start(path);
    expect(server.adopted).toBe(false);
    await server.stop();
    expect(await query(neighbour.connection, 'SELECT answer FROM kept')).toEqual({ answer: 42 });
  });

  it('names a process that has ended and that nobody has collected', async () => {
    const { path, pid } = await startCrashed();
    const negligent = fixture.run('sh', ['-c', 'true & echo $!; exec sleep 600']);
    const zombie = Number(await firstLine(negligent));
    await waitUntil(async () => !(await isAlive(zombie)));
    await rewritePid(path, pid, zombie);
    expect(await fixture.start(path)).toMatchObject({ adopted: false });
  });

  it.each(['', '\n', 'garbage\n'])('names none (%j)', async (content) => {
    const path = fixture.copyOf(template);
    writeFileSync(pidFileOf(path), content);
    const server = await fixture.start(path);
    expect(await query(server.connection, 'SELECT answer FROM kept')).toEqual({ answer: 42 });
  });

  it('names none although a server runs: the start refuses and leaves the server alone', async () => {
    const path = fixture.copyOf(template);
    const server = await fixture.start(path, { watchdog: false });
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

/** A crashed server of which one process is held still, so that it cannot notice. */
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

/** A log that lets the held process run on its first line. */
function createWakingLog(left: number) {
  const lines: string[] = [];
  const log = (line: string) => {
    lines.push(line);
    if (lines.length === 1) process.kill(left, 'SIGCONT');
  };
  return { lines, log };
}

/** The shells around the server of a folder, by their command line. */
async function findWatchdogShells(path: string): Promise<number[]> {
  const pids = readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0);
  const lines = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')));
  return pids.filter(
    (_, index) => lines[index]?.startsWith('sh\0-c\0') && lines[index].includes(`\0${path}/cluster\0`),
  );
}

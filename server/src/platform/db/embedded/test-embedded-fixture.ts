import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statfsSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { inject } from 'vitest';
import { waitUntil } from '../../../../test/harness/wait-until.ts';
import { ShiftableClock } from '../../time/clock.ts';
import { withStartLock } from './cluster/start-lock.ts';
import type { Connection } from './process/server-facts.ts';
import { type EmbeddedOptions, type EmbeddedPostgres, startEmbeddedIn } from './supervisor.ts';
import { type SystemPort, systemPort } from './system-port.ts';

/** For tests of this folder: databases in temporary folders, other Node processes, and the end of them all. */
export class EmbeddedFixture {
  readonly folder = mkdtempSync(join(fastFolder(), 'embedded-test-'));
  readonly #servers: EmbeddedPostgres[] = [];
  readonly #children: ChildProcess[] = [];
  #folders = 0;

  /** A path under the ground where nothing is yet. */
  newPath(): string {
    this.#folders += 1;
    return join(this.folder, String(this.#folders));
  }

  /** Starts in this process. The log's lines are ignored unless `options.log` takes them. */
  async start(dataFolder: string, options: Partial<EmbeddedOptions> = {}, other: Partial<SystemPort> = {}) {
    const system = { ...systemPort, ...other };
    const server = await startEmbeddedIn(system, { dataFolder, watchdog: true, noSync: true, ...options });
    this.#servers.push(server);
    return server;
  }

  /** One database for `copyOf`, made once a run for all files. */
  async createTemplate(): Promise<string> {
    const template = join(inject('sharedFolder'), 'embedded');
    await withStartLock(`${template}.lock`, frozenClock(), async () => {
      if (existsSync(template)) return;
      const temporary = `${template}.${process.pid}`;
      const server = await this.start(temporary);
      await query(server.connection, 'CREATE TABLE kept AS SELECT 42 AS answer');
      // No database is created from these here, and without them a copy has a third of the files.
      await query(server.connection, 'UPDATE pg_database SET datistemplate = false');
      for (const name of ['template0', 'template1']) await query(server.connection, `DROP DATABASE ${name}`);
      await server.stop();
      renameSync(temporary, template);
    });
    return template;
  }

  /** A data folder of its own that holds what the template holds. */
  copyOf(template: string, path = this.newPath()): string {
    execFileSync('cp', ['-R', '-p', template, path]); // a third of the processor's time of cpSync
    return path;
  }

  /** Any program, ended with the ground. */
  run(program: string, args: string[], options: { uid?: number; gid?: number } = {}): ChildProcess {
    const env = { ...process.env, NODE_COMPILE_CACHE: join(this.folder, 'compiled') };
    const child = spawn(program, args, { ...options, env, stdio: ['ignore', 'pipe', 'inherit'] });
    this.#children.push(child);
    return child;
  }

  /** A Node process that starts a database and holds it, without a watchdog (`alone`) if so said, or stops it again. */
  runNode(
    dataFolder: string,
    mode: 'watchdog' | 'alone' | 'stop' | 'sole' = 'watchdog',
    as: { uid?: number; gid?: number } = {},
  ) {
    return this.run(process.execPath, [join(import.meta.dirname, 'test-process.ts'), dataFolder, mode], as);
  }

  /** Ends all, what a test left behind too, and removes the folder. */
  async close(): Promise<void> {
    for (const child of this.#children) child.kill('SIGKILL');
    const stops = await Promise.allSettled(this.#servers.map((server) => server.stop()));
    for (const pid of this.#serverProcesses()) {
      signal(pid, 'SIGCONT');
      signal(pid, 'SIGQUIT');
    }
    await waitUntil(() => this.#serverProcesses().length === 0);
    rmSync(this.folder, { recursive: true, force: true });
    for (const stop of stops) if (stop.status === 'rejected') throw stop.reason;
  }

  /** The processes of all servers whose data lie under the ground. */
  #serverProcesses(): number[] {
    const pids = readdirSync('/proc')
      .map(Number)
      .filter((pid) => pid > 0);
    return pids.filter((pid) => {
      try {
        const isServer = readFileSync(`/proc/${pid}/comm`, 'utf8') === 'postgres\n';
        return isServer && readlinkSync(`/proc/${pid}/cwd`).startsWith(`${this.folder}/`);
      } catch {
        return false; // it has just ended
      }
    });
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // it has just ended
  }
}

/** Memory where there is enough of it, since each test copies a database of 25 MB. */
function fastFolder(): string {
  const memory = '/dev/shm';
  if (!existsSync(memory)) return tmpdir();
  const { bavail, bsize } = statfsSync(memory);
  return bavail * bsize > 4 * 2 ** 30 ? memory : tmpdir();
}

/** What test-process.ts prints when its database answers. */
export interface ProcessReply {
  pid: number;
  adopted: boolean;
  host: string;
}

function isReply(value: unknown): value is ProcessReply {
  return typeof value === 'object' && value !== null && 'pid' in value && 'adopted' in value && 'host' in value;
}

/** The first line that a process prints. */
export async function firstLine(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error('the process has no output');
  for await (const line of createInterface({ input: child.stdout })) return line;
  throw new Error('the process ended without a word');
}

export async function readReply(child: ChildProcess): Promise<ProcessReply> {
  const reply: unknown = JSON.parse(await firstLine(child));
  if (!isReply(reply)) throw new Error('not an answer of test-process.ts');
  return reply;
}

/** `kill -9`, and waits until it is gone. */
export async function killProcess(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

/** A clock on which every look is a second later, or as much as is said, and no time passes in between, to pass time limits at once. */
export function fastClock(stepMs = 1_000, onRead: (readCount: number) => unknown = () => undefined) {
  const startedAt = Date.now();
  let readCount = 0;
  return {
    now: () => {
      readCount += 1;
      onRead(readCount);
      return new Date(startedAt + readCount * stepMs);
    },
  };
}

/** A clock on which no time passes by itself: whoever waits by it waits for the event, however slow the machine. */
export function frozenClock(): ShiftableClock {
  const clock = new ShiftableClock();
  clock.freeze();
  return clock;
}

/** The first row of a query on a connection of its own. */
export async function query(connection: Connection, sql: string): Promise<Record<string, unknown> | undefined> {
  const client = new pg.Client({ ...connection, ssl: false });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows[0];
  } finally {
    await client.end();
  }
}

export function hasPidFile(dataFolder: string): boolean {
  return existsSync(join(dataFolder, 'cluster', 'postmaster.pid'));
}

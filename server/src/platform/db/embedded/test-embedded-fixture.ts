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

/** For tests of this folder: starts databases in temporary folders and other Node processes, and stops them all. */
export class EmbeddedFixture {
  readonly folder = mkdtempSync(join(fastFolder(), 'embedded-test-'));
  readonly #servers: EmbeddedPostgres[] = [];
  readonly #children: ChildProcess[] = [];
  #folders = 0;

  /** Returns an unused path in the fixture's folder. */
  newPath(): string {
    this.#folders += 1;
    return join(this.folder, String(this.#folders));
  }

  /** Starts a server in this process. Ignores log lines unless `options.log` is set. */
  async start(dataFolder: string, options: Partial<EmbeddedOptions> = {}, other: Partial<SystemPort> = {}) {
    const system = { ...systemPort, ...other };
    const server = await startEmbeddedIn(system, { dataFolder, hasWatchdog: true, mayLoseData: true, ...options });
    this.#servers.push(server);
    return server;
  }

  /** Creates the database for `copyOf`, once per test run for all files. */
  async createTemplate(): Promise<string> {
    const template = join(inject('sharedFolder'), 'embedded');
    await withStartLock(`${template}.lock`, frozenClock(), async () => {
      if (existsSync(template)) return;
      const temporary = `${template}.${process.pid}`;
      const server = await this.start(temporary);
      await query(server.connection, 'CREATE TABLE kept AS SELECT 42 AS answer');
      // The tests create no databases from these; without them a copy has a third of the files.
      await query(server.connection, 'UPDATE pg_database SET datistemplate = false');
      for (const name of ['template0', 'template1']) await query(server.connection, `DROP DATABASE ${name}`);
      await server.stop();
      renameSync(temporary, template);
    });
    return template;
  }

  /** Copies the template to a new data folder. */
  copyOf(template: string, path = this.newPath()): string {
    execFileSync('cp', ['-R', '-p', template, path]); // a third of the CPU time of cpSync
    return path;
  }

  /** Runs a program, which `close` kills. */
  run(program: string, args: string[], options: { uid?: number; gid?: number } = {}): ChildProcess {
    const env = { ...process.env, NODE_COMPILE_CACHE: join(this.folder, 'compiled') };
    const child = spawn(program, args, { ...options, env, stdio: ['ignore', 'pipe', 'inherit'] });
    this.#children.push(child);
    return child;
  }

  /**
   * Runs a Node process that starts a database and keeps it running. `alone`: without a watchdog; `sole`: with
   * `isExclusive`; `stop`: stops the database again.
   */
  runNode(
    dataFolder: string,
    mode: 'watchdog' | 'alone' | 'stop' | 'sole' = 'watchdog',
    as: { uid?: number; gid?: number } = {},
  ) {
    return this.run(process.execPath, [join(import.meta.dirname, 'test-process.ts'), dataFolder, mode], as);
  }

  /** Stops all processes, also those a test left running, and removes the folder. */
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

  /** Returns the processes of all servers with data in the fixture's folder. */
  #serverProcesses(): number[] {
    const pids = readdirSync('/proc')
      .map(Number)
      .filter((pid) => pid > 0);
    return pids.filter((pid) => {
      try {
        const isServer = readFileSync(`/proc/${pid}/comm`, 'utf8') === 'postgres\n';
        return isServer && readlinkSync(`/proc/${pid}/cwd`).startsWith(`${this.folder}/`);
      } catch {
        return false; // the process has just ended
      }
    });
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // The process has just ended.
  }
}

/** Returns a folder in memory if there is enough of it, because each test copies a database of 25 MB. */
function fastFolder(): string {
  const memory = '/dev/shm';
  if (!existsSync(memory)) return tmpdir();
  const { bavail, bsize } = statfsSync(memory);
  return bavail * bsize > 4 * 2 ** 30 ? memory : tmpdir();
}

/** The output of test-process.ts once its database is ready. */
export interface ProcessReply {
  pid: number;
  isAdopted: boolean;
  host: string;
}

function isReply(value: unknown): value is ProcessReply {
  return typeof value === 'object' && value !== null && 'pid' in value && 'isAdopted' in value && 'host' in value;
}

/** Returns the first line that a process prints. */
export async function firstLine(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error('The process has no stdout');
  for await (const line of createInterface({ input: child.stdout })) return line;
  throw new Error('The process ended without output');
}

export async function readReply(child: ChildProcess): Promise<ProcessReply> {
  const reply: unknown = JSON.parse(await firstLine(child));
  if (!isReply(reply)) throw new Error('The output is not from test-process.ts');
  return reply;
}

/** Kills a process with SIGKILL and waits until it has ended. */
export async function killProcess(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

/** Creates a clock that advances by `stepMs` at each read and not otherwise, to reach timeouts at once. */
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

/** Creates a clock that does not advance by itself: code waits for the event, even on a slow machine. */
export function frozenClock(): ShiftableClock {
  const clock = new ShiftableClock();
  clock.freeze();
  return clock;
}

/** Runs a query on its own connection and returns the first row. */
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

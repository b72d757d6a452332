import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import type { Connection } from './connect.ts';
import { type EmbeddedOptions, type EmbeddedPostgres, startEmbeddedIn } from './supervisor.ts';
import { type Surroundings, systemSurroundings } from './surroundings.ts';

/** For tests of this folder: databases in temporary folders, other Node processes, and the end of them all. */
export class TestGround {
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
  async start(dataFolder: string, options: Partial<EmbeddedOptions> = {}, other: Partial<Surroundings> = {}) {
    const surroundings = { ...systemSurroundings, ...other };
    const server = await startEmbeddedIn(surroundings, { dataFolder, watchdog: true, noSync: true, ...options });
    this.#servers.push(server);
    return server;
  }

  /** Makes one database, once, for `copyOf`. */
  async makeTemplate(): Promise<string> {
    const template = this.newPath();
    const server = await this.start(template);
    await query(server.connection, 'CREATE TABLE kept AS SELECT 42 AS answer');
    await server.stop();
    return template;
  }

  /** A data folder of its own that holds what the template holds. */
  copyOf(template: string): string {
    const path = this.newPath();
    cpSync(template, path, { recursive: true });
    return path;
  }

  /** Any program, ended with the ground. */
  run(program: string, args: string[], options: { uid?: number; gid?: number } = {}): ChildProcess {
    const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'inherit'] });
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

  /** Ends all and removes the folder. */
  async close(): Promise<void> {
    for (const child of this.#children) child.kill('SIGKILL');
    await Promise.all(this.#servers.map((server) => server.stop()));
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Memory where there is enough of it, since each test copies a database of 40 MB. */
function fastFolder(): string {
  const memory = '/dev/shm';
  if (!existsSync(memory)) return tmpdir();
  const { bavail, bsize } = statfsSync(memory);
  return bavail * bsize > 4 * 2 ** 30 ? memory : tmpdir();
}

/** What test-process.ts prints when its database answers. */
export interface ProcessAnswer {
  pid: number;
  adopted: boolean;
  host: string;
}

function isAnswer(value: unknown): value is ProcessAnswer {
  return typeof value === 'object' && value !== null && 'pid' in value && 'adopted' in value && 'host' in value;
}

/** The first line that a process prints. */
export async function firstLine(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error('the process has no output');
  for await (const line of createInterface({ input: child.stdout })) return line;
  throw new Error('the process ended without a word');
}

export async function answerOf(child: ChildProcess): Promise<ProcessAnswer> {
  const answer: unknown = JSON.parse(await firstLine(child));
  if (!isAnswer(answer)) throw new Error('not an answer of test-process.ts');
  return answer;
}

/** `kill -9`, and waits until it is gone. */
export async function killHard(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

/** Waits for something that must come; the test's own limit ends a wait in vain. */
export async function eventually(is: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await is())) await setTimeout(2);
}

/** A clock on which every look is a second later, or as much as is said, to pass time limits at once. */
export function hurriedClock(stepMs = 1_000, onLook: (look: number) => unknown = () => undefined) {
  let looks = 0;
  return {
    now: () => {
      looks += 1;
      onLook(looks);
      return new Date(Date.now() + looks * stepMs);
    },
  };
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

import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createInterface, type Interface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import * as z from 'zod';
import { type Config, readConfig } from '../../src/platform/config/config.ts';

/** A portal in a process of its own. */
export interface ChildApp {
  origin: string;
  config: Config;
  pid: number;
  /** Files without an owner that were removed before it answered. */
  deletedObjects: number;
  /** Resolves when the process has ended, however. */
  ended: Promise<void>;
  /** From now on it ends itself at the n-th passing of a point, `point:n`, as CRASH_AT says of one that starts. */
  crashAt(faultPoint: string): Promise<void>;
  /** Removes what no exam owns, of any age, as SWEEP does of one that starts; how many files that were. */
  deleteOrphans(): Promise<number>;
  /** SIGKILL: nothing of the process's own runs any more. */
  kill(): Promise<void>;
  /** Drains and ends. */
  close(): Promise<void>;
}

export interface ChildAppOptions {
  folder: string;
  /** A test's database; left out: the embedded one. */
  connection?: pg.ClientConfig;
  environment?: Record<string, string>;
}

const startedShape = z.object({ origin: z.string(), deletedObjects: z.number() });

interface SpawnedApp {
  child: ChildProcessWithoutNullStreams;
  settings: Record<string, string>;
  ended: Promise<void>;
  /** What it wrote to its error output so far. */
  complaints: string[];
}

function spawnApp({ folder, connection, environment = {} }: ChildAppOptions): SpawnedApp {
  // what a crash test or a bench sends in minutes is more than a center has in a day, and more than one address holds
  const defaults = { DATA_DIR: folder, PORT: '0', UPLOADS_PER_DAY: '100000', CONNECTIONS_PER_ADDRESS: '4096' };
  const settings = { ...defaults, ...environment };
  const child = spawn(process.execPath, [fileURLToPath(new URL('child-app-main.ts', import.meta.url))], {
    env: {
      PATH: process.env.PATH,
      TEST_LOG: process.env.TEST_LOG,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      // these and NODE_OPTIONS as `npm start` sets them, where this came of a script too
      MALLOC_MMAP_THRESHOLD_: process.env.MALLOC_MMAP_THRESHOLD_,
      MALLOC_TRIM_THRESHOLD_: process.env.MALLOC_TRIM_THRESHOLD_,
      ...settings,
      NODE_OPTIONS: [process.env.NODE_OPTIONS, environment.NODE_OPTIONS].filter(Boolean).join(' '),
      ...(connection === undefined ? {} : { CHILD_CONNECTION: JSON.stringify(connection) }),
    },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const ended = once(child, 'exit').then(() => undefined);
  child.stdin.on('error', () => undefined); // it may have ended: whoever waits for its answer is told so
  const complaints: string[] = [];
  child.stderr.on('data', (chunk: Buffer) => complaints.push(chunk.toString('utf8')));
  return { child, settings, ended, complaints };
}

/** Starts `child-app-main.ts` and waits until it answers. Fails with what it wrote if it ends before. */
export async function startChildApp(options: ChildAppOptions): Promise<ChildApp> {
  const spawned = spawnApp(options);
  const { child, settings, ended } = spawned;
  const lines = createInterface({ input: child.stdout });
  const { origin, deletedObjects } = await firstLine(spawned, lines);
  const sendCommand = async (line: string): Promise<string> => {
    const reply = once(lines, 'line').then(([text]): string => String(text));
    child.stdin.write(`${line}\n`);
    const exitError = ended.then((): never => {
      throw new Error('The portal has ended.');
    });
    exitError.catch(() => undefined);
    return await Promise.race([reply, exitError]);
  };
  return {
    origin,
    deletedObjects,
    ended,
    config: readConfig(settings),
    pid: child.pid ?? 0,
    crashAt: async (faultPoint) => {
      await sendCommand(faultPoint);
    },
    deleteOrphans: async () => Number(await sendCommand('sweep')),
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
    close: async () => {
      child.stdin.end();
      await ended;
    },
  };
}

/** Starts one that ends itself at CRASH_AT, perhaps before it answers, and waits until it has. Fails if it ends in any other way. */
export async function startCrashingApp(options: ChildAppOptions): Promise<void> {
  const { child, ended, complaints } = spawnApp(options);
  child.stdout.resume();
  await ended;
  if (child.signalCode !== 'SIGKILL') throw new Error(`The portal ended by itself: ${complaints.join('')}`);
}

async function firstLine(
  { ended, complaints }: Pick<SpawnedApp, 'ended' | 'complaints'>,
  lines: Interface,
): Promise<z.infer<typeof startedShape>> {
  const line = once(lines, 'line').then(([text]): string => String(text));
  const exitError = ended.then((): never => {
    throw new Error(`The portal ended before it answered: ${complaints.join('')}`);
  });
  exitError.catch(() => undefined);
  return startedShape.parse(JSON.parse(await Promise.race([line, exitError])));
}

/** A process's memory in bytes, as Linux counts it: resident now, and at its most so far. */
export async function memoryOf(pid: number): Promise<{ residentBytes: number; peakBytes: number }> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const kibibytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]);
  return { residentBytes: kibibytes('VmRSS') * 1024, peakBytes: kibibytes('VmHWM') * 1024 };
}

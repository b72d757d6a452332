import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createInterface, type Interface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import { type Config, readConfig } from '../../src/platform/config/config.ts';
import type { DatabaseLogins } from '../../src/platform/db/logins.ts';

/** A portal in its own process. */
export interface ChildApp {
  origin: string;
  config: Config;
  pid: number;
  /** Number of orphan objects deleted before it was ready. */
  deletedObjects: number;
  /** Resolves when the process has ended for any reason. */
  ended: Promise<void>;
  /**
   * Makes the running process kill itself at the n-th passing of a fault point, `point:n`, as CRASH_AT does at start.
   */
  crashAt(faultPoint: string): Promise<void>;
  /** Deletes orphan objects of any age, as DELETE_ORPHANS does at start. Returns their number. */
  deleteOrphans(): Promise<number>;
  /** Enqueues the exams that are not indexed yet. */
  enqueueExams(): Promise<void>;
  /** Sends SIGKILL, so the process runs no shutdown code. */
  kill(): Promise<void>;
  /** Drains and ends. */
  close(): Promise<void>;
}

export interface ChildAppOptions {
  folder: string;
  /** A test's database; if absent, the embedded one. */
  logins?: DatabaseLogins;
  environment?: Record<string, string>;
}

const startedShape = z.object({ origin: z.string(), deletedObjects: z.number() });

interface SpawnedApp {
  child: ChildProcessWithoutNullStreams;
  settings: Record<string, string>;
  ended: Promise<void>;
  /** Its error output so far. */
  stderrChunks: string[];
}

function spawnApp({ folder, logins, environment = {} }: ChildAppOptions): SpawnedApp {
  // Crash tests and benchmarks exceed a center's uploads per day and an address's connections.
  const defaults = { DATA_DIR: folder, PORT: '0', UPLOADS_PER_DAY: '100000', CONNECTIONS_PER_ADDRESS: '4096' };
  const settings = { ...defaults, ...environment };
  const child = spawn(process.execPath, [fileURLToPath(new URL('child-app-main.ts', import.meta.url))], {
    env: {
      PATH: process.env.PATH,
      TEST_LOG: process.env.TEST_LOG,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      // Pass on these and NODE_OPTIONS, which `npm start` sets, if this process has them.
      MALLOC_MMAP_THRESHOLD_: process.env.MALLOC_MMAP_THRESHOLD_,
      MALLOC_TRIM_THRESHOLD_: process.env.MALLOC_TRIM_THRESHOLD_,
      ...settings,
      NODE_OPTIONS: [process.env.NODE_OPTIONS, environment.NODE_OPTIONS].filter(Boolean).join(' '),
      ...(logins === undefined ? {} : { CHILD_LOGINS: JSON.stringify(logins) }),
    },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const ended = once(child, 'exit').then(() => undefined);
  child.stdin.on('error', () => undefined); // the process may have ended; pending commands reject by `ended`
  const stderrChunks: string[] = [];
  child.stderr.on('data', (chunk: Buffer) => stderrChunks.push(chunk.toString('utf8')));
  return { child, settings, ended, stderrChunks };
}

/** Starts `child-app-main.ts` and waits until it is ready. Throws with its error output if it ends before. */
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
    deleteOrphans: async () => Number(await sendCommand('delete-orphans')),
    enqueueExams: async () => {
      await sendCommand('enqueue-exams');
    },
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

/**
 * Starts a portal that kills itself at CRASH_AT, possibly before it is ready, and waits for its end. Throws on any
 * other end.
 */
export async function startCrashingApp(options: ChildAppOptions): Promise<void> {
  const { child, ended, stderrChunks } = spawnApp(options);
  child.stdout.resume();
  await ended;
  if (child.signalCode !== 'SIGKILL') throw new Error(`The portal ended without SIGKILL: ${stderrChunks.join('')}`);
}

async function firstLine(
  { ended, stderrChunks }: Pick<SpawnedApp, 'ended' | 'stderrChunks'>,
  lines: Interface,
): Promise<z.infer<typeof startedShape>> {
  const line = once(lines, 'line').then(([text]): string => String(text));
  const exitError = ended.then((): never => {
    throw new Error(`The portal ended before it was ready: ${stderrChunks.join('')}`);
  });
  exitError.catch(() => undefined);
  return startedShape.parse(JSON.parse(await Promise.race([line, exitError])));
}

/** Returns a process's resident and peak memory in bytes, as counted by Linux. */
export async function memoryOf(pid: number): Promise<{ residentBytes: number; peakBytes: number }> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const kibibytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]);
  return { residentBytes: kibibytes('VmRSS') * 1024, peakBytes: kibibytes('VmHWM') * 1024 };
}

import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import { delimiter, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/** Finds a program's path, or null if it is not installed. On Debian, servers are outside a user's PATH. */
export function findProgram(name: string): string | null {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/lib/dcmtk'];
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path)) ?? null;
}

/** A running server program. */
export interface RunningProgram {
  origin: string;
  close(): Promise<void>;
}

const startTimeoutMs = 30_000;

/** The environment without the memory settings of the portal, which make other programs slower. */
function ordinaryEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('MALLOC_')));
}

/**
 * Starts a server in the foreground and waits until its port on 127.0.0.1 accepts connections. Throws if it ends
 * before.
 */
export async function startProgram(path: string, args: readonly string[], port: number): Promise<RunningProgram> {
  const child = spawn(path, args, { stdio: 'ignore', env: ordinaryEnvironment() });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const close = async () => {
    child.kill('SIGTERM');
    await ended;
  };
  try {
    await waitUntilListening(child, port);
    return { origin: `http://127.0.0.1:${port}`, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function waitUntilListening(child: ChildProcess, port: number): Promise<void> {
  const deadline = performance.now() + startTimeoutMs;
  while (!(await isListening(port))) {
    if (child.exitCode !== null || performance.now() > deadline) throw new Error('The program did not start.');
    await wait(100);
  }
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const finish = (isOpen: boolean) => {
      socket.destroy();
      resolve(isOpen);
    };
    socket.once('connect', () => finish(true)).once('error', () => finish(false));
  });
}

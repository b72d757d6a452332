import { closeSync, openSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs';
import type { Clock } from '../../../time/clock.ts';
import { codeOf, EmbeddedError } from '../embedded-error.ts';
import { isAlive, startTimeOf } from '../process/process-facts.ts';
import { pollUntil } from '../system-port.ts';

// The calls are synchronous, so no other code of this process runs between creating a file and writing it.

/** Runs `work` while no other process on this machine starts a server in the same folder. Throws `start_busy`. */
export async function withStartLock<Result>(path: string, clock: Clock, work: () => Promise<Result>): Promise<Result> {
  const holder = `${process.pid} ${await startTimeOf(process.pid)}\n`;
  // 10 min: the other process may be replaying its log after a crash (launch-server.ts).
  const isHeld = await pollUntil(clock, 600_000, async () => {
    if (createFile(path, holder)) return true;
    await removeIfStale(path, clock);
    return undefined;
  });
  if (!isHeld)
    throw new EmbeddedError(
      'start_busy',
      `Another process (${readIfExists(path)?.trim()}) has been starting the database for ten minutes. Wait for it or end it; if there is none, delete ${path}.`,
    );
  try {
    return await work();
  } finally {
    rmSync(path, { force: true });
  }
}

/**
 * Locks a folder until it is released or this process ends. Returns the release function. Throws `folder_in_use` while
 * another live process holds the lock.
 */
export async function lockFolder(path: string, clock: Clock): Promise<() => void> {
  const holder = `${process.pid} ${await startTimeOf(process.pid)}\n`;
  if (!createFile(path, holder)) {
    await removeIfStale(path, clock);
    if (!createFile(path, holder))
      throw new EmbeddedError(
        'folder_in_use',
        `MedCloud already runs on this data folder (process ${readIfExists(path)?.split(' ')[0] ?? 'unknown'}). Stop it first, or set DATA_DIR to another folder.`,
      );
  }
  return () => {
    if (readIfExists(path) === holder) rmSync(path, { force: true });
  };
}

function createFile(path: string, text: string): boolean {
  try {
    const file = openSync(path, 'wx', 0o600);
    writeSync(file, text);
    closeSync(file);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

function readIfExists(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * Removes the lock of a dead holder. Two processes may find the same dead holder; the second must not remove the new
 * lock of the first. So removing needs a second lock file, named after the dead holder, and reads the lock again.
 */
async function removeIfStale(path: string, clock: Clock): Promise<void> {
  const holder = readIfExists(path);
  if (holder === undefined || (await isHeldBy(holder, path, clock))) return;
  const removalLock = `${path}.${holder.trim().replaceAll(/\W+/g, '-') || 'empty'}`;
  if (!createFile(removalLock, '')) {
    // 10 s: the removal lock is normally held for two system calls only.
    if (isOlderThan(removalLock, 10_000, clock)) rmSync(removalLock, { force: true });
    return;
  }
  if (readIfExists(path) === holder) rmSync(path, { force: true });
  rmSync(removalLock, { force: true });
}

async function isHeldBy(holder: string, path: string, clock: Clock): Promise<boolean> {
  const [pid, startTime] = holder.trim().split(' ');
  // 2 s: still empty, so its creator was killed before writing it.
  if (!pid || !holder.endsWith('\n')) return !isOlderThan(path, 2_000, clock);
  return (await isAlive(Number(pid))) && (await startTimeOf(Number(pid))) === startTime;
}

function isOlderThan(path: string, ageMs: number, clock: Clock): boolean {
  const facts = statSync(path, { throwIfNoEntry: false });
  return facts !== undefined && clock.now().getTime() - facts.mtimeMs > ageMs;
}

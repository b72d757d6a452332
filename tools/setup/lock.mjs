// Allows one setup at a time in a checkout. A second one waits for the first, then has nothing to do.
import { createHash } from 'node:crypto';
import { linkSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { printLine } from './print-line.mjs';

const pollMs = 300;
// No setup takes this long. An older lock is stale, and its process id is in use by another process.
const abandonedAfterMs = 30 * 60_000;

function lockPath(root) {
  // Outside the checkout, because `npm ci` empties node_modules.
  return join(tmpdir(), `medcloud-setup-${createHash('sha256').update(root).digest('hex').slice(0, 16)}.lock`);
}

/** Acquires the lock, or returns false if it is held. A hard link creates the file atomically with its content. */
function acquire(lock) {
  const mine = `${lock}.${process.pid}`;
  writeFileSync(mine, String(process.pid));
  try {
    linkSync(mine, lock);
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(mine, { force: true });
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: the process exists, but belongs to another user.
    return error.code === 'EPERM';
  }
}

function readHolder(lock) {
  try {
    return { pid: Number(readFileSync(lock, 'utf8')), ageMs: Date.now() - statSync(lock).mtimeMs };
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * Removes a stale lock. If two processes do this, the second may move the first one's new lock; it restores that lock.
 */
function removeStale(lock, pid) {
  const aside = `${lock}.stale.${process.pid}`;
  try {
    renameSync(lock, aside);
    if (Number(readFileSync(aside, 'utf8')) !== pid) linkSync(aside, lock);
  } catch (error) {
    if (error.code !== 'ENOENT' && error.code !== 'EEXIST') throw error;
  } finally {
    rmSync(aside, { force: true });
  }
}

/** Runs `work` while no other setup runs in this checkout. */
export async function withSetupLock(root, work) {
  const lock = lockPath(root);
  for (let isReported = false; !acquire(lock); ) {
    const other = readHolder(lock);
    if (other && (!isAlive(other.pid) || other.ageMs > abandonedAfterMs)) {
      removeStale(lock, other.pid);
      continue;
    }
    if (other && !isReported) {
      printLine(`another start (process ${other.pid}) is preparing this checkout; waiting for it`);
      isReported = true;
    }
    await wait(pollMs);
  }
  try {
    await work();
  } finally {
    rmSync(lock, { force: true });
  }
}

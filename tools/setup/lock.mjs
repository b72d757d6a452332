// One setup at a time in a checkout: a second one waits for the first, then finds everything done.
import { createHash } from 'node:crypto';
import { linkSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { say } from './say.mjs';

const pollMs = 300;
// No setup takes this long: a lock this old belongs to a process whose number another one has since taken.
const abandonedAfterMs = 30 * 60_000;

function lockPath(root) {
  // Outside the checkout, since `npm ci` empties node_modules.
  return join(tmpdir(), `medcloud-setup-${createHash('sha256').update(root).digest('hex').slice(0, 16)}.lock`);
}

/** Takes the lock whole (a link appears with its content, or not at all), or tells that somebody has it. */
function take(lock) {
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
    // EPERM: it lives, and is another user's.
    return error.code === 'EPERM';
  }
}

function holder(lock) {
  try {
    return { pid: Number(readFileSync(lock, 'utf8')), ageMs: Date.now() - statSync(lock).mtimeMs };
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Removes a lock whose holder is gone. Of two who try, the second may catch the first's new lock: it gives it back. */
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

/** Does the work while no other process does it in this checkout. */
export async function alone(root, work) {
  const lock = lockPath(root);
  for (let told = false; !take(lock); ) {
    const other = holder(lock);
    if (other && (!isAlive(other.pid) || other.ageMs > abandonedAfterMs)) {
      removeStale(lock, other.pid);
      continue;
    }
    if (other && !told) {
      say(`another start (process ${other.pid}) is preparing this checkout; waiting for it`);
      told = true;
    }
    await wait(pollMs);
  }
  try {
    await work();
  } finally {
    rmSync(lock, { force: true });
  }
}

// node_modules is what package-lock.json says, or it is made so. A stamp with the lock's hash says when it last was.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runNpm } from './npm.mjs';
import { say, seconds } from './say.mjs';

function lockHash(root) {
  return createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
}

function readJson(path) {
  return JSON.parse(readFileSync(path, 'utf8'));
}

/** Whether an optional package of the lock is meant for this machine. Where the C library matters, we do not ask. */
function isForThisMachine(entry) {
  if (entry.libc) return false;
  const fits = (list, value) =>
    !list || list.includes(value) || list.some((one) => one.startsWith('!') && one !== `!${value}`);
  return fits(entry.os, process.platform) && fits(entry.cpu, process.arch);
}

/**
 * Whether node_modules, as npm itself recorded it, already holds everything the lock names: true after an `npm install`
 * by hand, or in an image that brings its own. Then nothing needs to be downloaded.
 */
function isInstalledByHand(root) {
  const record = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(record)) return false;
  const installed = readJson(record).packages ?? {};
  return Object.entries(readJson(join(root, 'package-lock.json')).packages ?? {}).every(([path, wanted]) => {
    if (!path.startsWith('node_modules/') && !path.includes('/node_modules/')) return true;
    if (wanted.optional && (!isForThisMachine(wanted) || !wanted.os)) return true;
    return installed[path] !== undefined && installed[path].version === wanted.version && existsSync(join(root, path));
  });
}

export async function ensureDependencies(root) {
  const stamp = join(root, 'node_modules', '.medcloud-setup');
  const wanted = lockHash(root);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8').trim() === wanted) return;
  if (!isInstalledByHand(root)) {
    const startedMs = Date.now();
    say('installing the dependencies of package-lock.json from the npm registry (about 500 MB on disk, 20-60 s)');
    await runNpm(root, ['ci', '--include=dev']);
    say(`dependencies installed in ${seconds(startedMs)}`);
  }
  writeFileSync(stamp, `${wanted}\n`);
}

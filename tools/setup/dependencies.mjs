// Installs node_modules if it does not match package-lock.json. A stamp file contains the lock's hash of the last
// install.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runNpm } from './npm.mjs';
import { printLine, seconds } from './print-line.mjs';

function lockHash(root) {
  return createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
}

function readJson(path) {
  return JSON.parse(readFileSync(path, 'utf8'));
}

/**
 * Checks whether an optional package of the lock is for this machine. Packages for a specific C library are not
 * checked.
 */
function isForThisMachine(entry) {
  if (entry.libc) return false;
  const fits = (list, value) =>
    !list || list.includes(value) || list.some((one) => one.startsWith('!') && one !== `!${value}`);
  return fits(entry.os, process.platform) && fits(entry.cpu, process.arch);
}

/**
 * Checks whether node_modules, by npm's own record, already has all packages of the lock: after a manual `npm install`,
 * or in an image that contains them. Then no download is needed.
 */
function isInstalledManually(root) {
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
  if (!isInstalledManually(root)) {
    const startedMs = Date.now();
    printLine('installing the dependencies of package-lock.json from the npm registry (about 500 MB on disk, 20-60 s)');
    await runNpm(root, ['ci', '--include=dev']);
    printLine(`dependencies installed in ${seconds(startedMs)}`);
  }
  writeFileSync(stamp, `${wanted}\n`);
}

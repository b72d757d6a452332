// Builds the web application, the only part with a build. The stamp is a hash of all files that the build reads.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { runNpm } from './npm.mjs';
import { printLine, seconds } from './print-line.mjs';

const sources = [
  ...['web', 'text', 'contract/src', 'dicom/src', 'package-lock.json'],
  ...['tools/synthetic-exams', 'server/test/phantom'], // the exams of `/try`
];
const notSources = new Set(['dist', 'node_modules', '.vite', 'coverage', 'test-results']);

function filesUnder(path) {
  if (!existsSync(path)) return [];
  const entries = readdirSync(path, { withFileTypes: true });
  return entries.flatMap((entry) => {
    if (notSources.has(entry.name) || entry.name.includes('.test.')) return [];
    const inner = join(path, entry.name);
    return entry.isDirectory() ? filesUnder(inner) : [inner];
  });
}

function sourceHash(root) {
  const hash = createHash('sha256');
  const files = sources.flatMap((one) => (one.endsWith('.json') ? [join(root, one)] : filesUnder(join(root, one))));
  for (const file of files.sort()) {
    hash
      .update(`${relative(root, file)}\0`)
      .update(readFileSync(file))
      .update('\0');
  }
  return hash.digest('hex');
}

export async function ensureWeb(root) {
  const missing = ['web/vite.config.ts', 'web/src/main.tsx'].find((path) => !existsSync(join(root, path)));
  if (missing) {
    printLine(`there is no ${missing} yet, so the web application is not built`);
    return;
  }
  // In node_modules, not in web/dist: the build empties that, and the server would serve it.
  const stamp = join(root, 'node_modules', '.medcloud-web');
  const wanted = sourceHash(root);
  const isBuilt =
    existsSync(join(root, 'web', 'dist')) && existsSync(stamp) && readFileSync(stamp, 'utf8').trim() === wanted;
  if (isBuilt) return;
  const startedMs = Date.now();
  printLine('building the web application (about 10 s)');
  await runNpm(root, ['run', '-s', 'bundle'], { tools: true });
  writeFileSync(stamp, `${wanted}\n`);
  printLine(`web application built in ${seconds(startedMs)}`);
}

/** How much script each screen costs, compressed, and whether it holds what it should not: part of `npm test`, after the build. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { measure, unaccounted } from './scripts/check.ts';
import type { Script } from './scripts/graph.ts';
import { loadedLater, screenScripts } from './scripts/screens.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const dist = join(root, 'web', 'dist');
const scripts: Script[] = JSON.parse(readFileSync(join(dist, '.vite', 'scripts.json'), 'utf8'));
const sizes = new Map<string, number>();

// An entry that would only import others is written into its page, and has no file.
const isWritten = (file: string) =>
  existsSync(join(dist, file)) || scripts.find((script) => script.file === file)?.modules.length !== 0;

function sizeOf(file: string): number {
  const size = sizes.get(file) ?? (isWritten(file) ? gzipSync(readFileSync(join(dist, file))).length : 0);
  sizes.set(file, size);
  return size;
}

const screens = screenScripts();
const measured = screens.map((screen) => measure(scripts, screen, sizeOf, 'theme.js'));
const kilobytes = (bytes: number) => (bytes / 1024).toFixed(1).padStart(6);
for (const { path, bytes, atMost, files, faults } of measured.toSorted((one, other) => other.bytes - one.bytes)) {
  console.log(`${path.padEnd(36)} ${kilobytes(bytes)} KB of ${atMost / 1024}, ${files} files`);
  for (const fault of faults) console.log(`  ${fault}`);
}
const unknown = unaccounted(scripts, loadedLater(root));
if (unknown.length > 0) console.log(`Of no screen: ${unknown.join(', ')}`);
if (unknown.length > 0 || measured.some(({ faults }) => faults.length > 0)) process.exitCode = 1;

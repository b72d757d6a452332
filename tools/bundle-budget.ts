/**
 * Measures the compressed scripts of each screen, and checks them for restricted packages. Part of `npm test`, after
 * the build.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { listUnaccountedFiles, measureScreen } from './bundle-budget/measure-screen.ts';
import { listLazyModules, listScreenBudgets } from './bundle-budget/screen-budgets.ts';
import type { Script } from './bundle-budget/script-graph.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const dist = join(root, 'web', 'dist');
const scripts: Script[] = JSON.parse(readFileSync(join(dist, '.vite', 'scripts.json'), 'utf8'));
const sizes = new Map<string, number>();

// An entry that only imports others is inlined into its page and has no file.
const isFileWritten = (file: string) =>
  existsSync(join(dist, file)) || scripts.find((script) => script.file === file)?.modules.length !== 0;

function sizeOf(file: string): number {
  const size = sizes.get(file) ?? (isFileWritten(file) ? gzipSync(readFileSync(join(dist, file))).length : 0);
  sizes.set(file, size);
  return size;
}

const screens = listScreenBudgets();
const measured = screens.map((screen) => measureScreen(scripts, screen, sizeOf, 'theme.js'));
const formatKilobytes = (bytes: number) => (bytes / 1024).toFixed(1).padStart(6);
for (const { path, bytes, maxBytes, files, faults } of measured.toSorted((one, other) => other.bytes - one.bytes)) {
  console.log(`${path.padEnd(36)} ${formatKilobytes(bytes)} KB of ${maxBytes / 1024}, ${files} files`);
  for (const fault of faults) console.log(`  ${fault}`);
}
const unknownFiles = listUnaccountedFiles(scripts, listLazyModules(root));
if (unknownFiles.length > 0) console.log(`Of no screen: ${unknownFiles.join(', ')}`);
if (unknownFiles.length > 0 || measured.some(({ faults }) => faults.length > 0)) process.exitCode = 1;

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/*
 * Claim: a tab that looks through 1,000 slices of 512 x 512, opens three planes through them and leaves them stays under 700 MB:
 * the resident memory of its renderer, in Chromium with software graphics. The browser is driven beside the browser tests.
 */

const program = join(import.meta.dirname, '..', 'e2e', 'viewer-memory', 'main.ts');

/** Prints what each step took; fails where the tab took more than it may. */
export async function run(): Promise<void> {
  const driver = spawn(process.execPath, [program], { stdio: 'inherit' });
  const [code] = await once(driver, 'exit');
  if (code !== 0) throw new Error('The tab took more than it may, or could not be measured.');
}

if (import.meta.main) await run();

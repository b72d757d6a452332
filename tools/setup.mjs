// First step of `npm start`, `npm test` and `npm run dev`: prepares this checkout, then runs a script of package.json
// in a new process. Plain JavaScript without dependencies, because it runs before any is installed, on the machine's
// own Node (from 20.19).
//
//   node tools/setup.mjs run <script> [arguments]   prepare, then run the script
//   node tools/setup.mjs prepare                    dependencies and Node 24 only
//   node tools/setup.mjs web                        the same, and the web application
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureDependencies } from './setup/dependencies.mjs';
import { withSetupLock } from './setup/lock.mjs';
import { ensureNode, isRunningNodeUsable, oldestNode } from './setup/node-version.mjs';
import { readScript, runScript } from './setup/script.mjs';
import { ensureWeb } from './setup/web.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const scriptsThatServePages = ['serve', 'demonstrate', 'measure', 'take-pictures'];

async function prepare(withWeb) {
  await withSetupLock(root, async () => {
    await ensureDependencies(root);
    await ensureNode(root);
    if (withWeb) await ensureWeb(root);
  });
}

async function main([command, script, ...rest]) {
  if (!isRunningNodeUsable()) {
    throw new Error(`This is Node ${process.versions.node}; MedCloud needs ${oldestNode} or newer to set itself up.`);
  }
  if (command === 'prepare' || command === 'web') {
    await prepare(command === 'web');
    return 0;
  }
  if (command !== 'run' || script === undefined) {
    throw new Error('Usage: node tools/setup.mjs run <script> [arguments] | prepare | web');
  }
  readScript(root, script);
  await prepare(scriptsThatServePages.includes(script));
  return runScript(root, script, rest);
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  console.error(`setup: ${error.message}`);
  process.exitCode = 1;
}

// Node 24 runs the project's TypeScript as it is. On an older machine it comes as a package, into node_modules/.bin.
import { execFileSync } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { join, sep } from 'node:path';
import { runNpm } from './npm.mjs';
import { say } from './say.mjs';
import { isAtLeast, neededMajor } from './tools-path.mjs';

export const oldestNode = '20.19.0';

export function isRunningNodeUsable() {
  return isAtLeast(process.versions.node, oldestNode);
}

/** The Node that npm put into node_modules, or undefined when there is none or it is too old. */
function installedNode(root) {
  const path = join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  if (!existsSync(path)) return undefined;
  try {
    const version = execFileSync(path, ['--version'], { encoding: 'utf8' }).trim();
    return isAtLeast(version, `${neededMajor}.0.0`) ? path : undefined;
  } catch {
    // A half-written file, or one built for another machine: install it again.
    return undefined;
  }
}

/** Whether it is the Node of this checkout that runs us, which an `npm ci` a moment ago may have removed. */
function isRunByOwnNode(root) {
  return process.execPath.startsWith(join(realpathSync(root), 'node_modules') + sep);
}

export async function ensureNode(root) {
  if (isAtLeast(process.versions.node, `${neededMajor}.0.0`) && !isRunByOwnNode(root)) return;
  if (installedNode(root)) return;
  say(`downloading Node ${neededMajor} into node_modules, since the machine's own is older (about 120 MB, 10 s)`);
  // Scripts are on for this one install: the package's own script fetches the binary of this platform.
  await runNpm(root, ['install', '--no-save', '--ignore-scripts=false', `node@${neededMajor}`]);
  if (!installedNode(root))
    throw new Error(`Node ${neededMajor} could not be installed. Install it by hand: https://nodejs.org`);
}

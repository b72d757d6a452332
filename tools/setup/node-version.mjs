// Node 24 runs the project's TypeScript directly. With an older Node, it is installed as a package into
// node_modules/.bin.
import { execFileSync } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { join, sep } from 'node:path';
import { runNpm } from './npm.mjs';
import { printLine } from './print-line.mjs';
import { hasMinVersion, neededMajor } from './tools-path.mjs';

export const oldestNode = '20.19.0';

export function isRunningNodeUsable() {
  return hasMinVersion(process.versions.node, oldestNode);
}

/** Returns the path of the Node in node_modules, or undefined if there is none or it is too old. */
function installedNode(root) {
  const path = join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  if (!existsSync(path)) return undefined;
  try {
    const version = execFileSync(path, ['--version'], { encoding: 'utf8' }).trim();
    return hasMinVersion(version, `${neededMajor}.0.0`) ? path : undefined;
  } catch {
    // The file is incomplete or built for another machine: install it again.
    return undefined;
  }
}

/** Checks whether this process runs on the checkout's own Node, which a recent `npm ci` may have removed. */
function isRunByOwnNode(root) {
  return process.execPath.startsWith(join(realpathSync(root), 'node_modules') + sep);
}

export async function ensureNode(root) {
  if (hasMinVersion(process.versions.node, `${neededMajor}.0.0`) && !isRunByOwnNode(root)) return;
  if (installedNode(root)) return;
  printLine(`downloading Node ${neededMajor} into node_modules, since the machine's own is older (about 120 MB, 10 s)`);
  // Scripts are enabled for this install only: the package's script downloads the binary for this platform.
  await runNpm(root, ['install', '--no-save', '--ignore-scripts=false', `node@${neededMajor}`]);
  if (!installedNode(root))
    throw new Error(`Node ${neededMajor} could not be installed. Install it by hand: https://nodejs.org`);
}

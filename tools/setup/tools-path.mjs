// Folders of this checkout's commands, and the minimum version of Node.
import { dirname, join } from 'node:path';

export const neededMajor = 24;

export function hasMinVersion(version, minVersion) {
  const have = version.replace(/^v/, '').split('.').map(Number);
  const want = minVersion.split('.').map(Number);
  for (const [place, wanted] of want.entries()) {
    const had = have[place] ?? 0;
    if (had !== wanted) return had > wanted;
  }
  return true;
}

/** Returns the first directories of PATH, for the project's own commands and a `node` of version 24 or newer. */
export function pathOfTools(root) {
  const bin = join(root, 'node_modules', '.bin');
  return hasMinVersion(process.versions.node, `${neededMajor}.0.0`) ? [bin, dirname(process.execPath)] : [bin];
}

// Where the commands of this checkout are found, and from which Node on it runs as it is.
import { dirname, join } from 'node:path';

export const neededMajor = 24;

export function isAtLeast(version, least) {
  const have = version.replace(/^v/, '').split('.').map(Number);
  const want = least.split('.').map(Number);
  for (const [place, wanted] of want.entries()) {
    const had = have[place] ?? 0;
    if (had !== wanted) return had > wanted;
  }
  return true;
}

/** Directories that go first in PATH, so that the project's own commands are found, and a `node` of 24 or newer. */
export function pathOfTools(root) {
  const bin = join(root, 'node_modules', '.bin');
  return isAtLeast(process.versions.node, `${neededMajor}.0.0`) ? [bin, dirname(process.execPath)] : [bin];
}

import { execFile } from 'node:child_process';
import { lchown, readdir, readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { programEnvironment } from '../../../config/program-environment.ts';
import { EmbeddedError, ignoreErrorCodes } from '../embedded-error.ts';
import type { Folders } from '../folders.ts';
import type { InstalledPostgres } from '../package.ts';
import type { SystemPort } from '../system-port.ts';
import type { Command } from './watchdog.ts';

const run = promisify(execFile);

/**
 * The user that runs PostgreSQL, which refuses root. `self`: Node's own user, not root. `namespace`: root, mapped to an
 * unprivileged user, so the files still belong to root. `user`: another existing user, who then owns the files.
 */
export type LaunchUser =
  | { readonly kind: 'self' }
  | { readonly kind: 'namespace'; readonly unshare: string; readonly uid: number; readonly gid: number }
  | { readonly kind: 'user'; readonly uid: number; readonly gid: number };

/** Chooses the user that runs the server. Throws `no_unprivileged_user`. */
export async function chooseLaunchUser(
  system: SystemPort,
  installed: InstalledPostgres,
  folders: Folders,
): Promise<LaunchUser> {
  if (system.uid !== 0) return { kind: 'self' };
  const owner = await ignoreErrorCodes(['ENOENT'], stat(folders.cluster));
  // PostgreSQL requires that its user owns the cluster, so another user's cluster keeps its user.
  if (owner && owner.uid !== 0)
    return checkReachable({ kind: 'user', uid: owner.uid, gid: owner.gid }, installed, folders);
  const user = findUnprivilegedUser(await readFile(system.passwdFile, 'utf8'));
  if (user === undefined) throw new EmbeddedError('no_unprivileged_user', rootMessage('there is no user "nobody"'));
  const namespace = { kind: 'namespace', unshare: system.unshare, ...user } satisfies LaunchUser;
  if (await canRun(commandAs(namespace, installed.postgres, ['--version']))) return namespace;
  return checkReachable({ kind: 'user', ...user }, installed, folders);
}

/** Returns the command that runs `program` as `user`. */
export function commandAs(user: LaunchUser, program: string, args: readonly string[]): Command {
  switch (user.kind) {
    case 'self':
      return { program, args };
    case 'namespace': {
      const mapping = ['-U', `--map-user=${user.uid}`, `--map-group=${user.gid}`];
      // util-linux 2.38 or newer. unshare executes the program in its own process, so the pid is the server's.
      return { program: user.unshare, args: [...mapping, '--', program, ...args] };
    }
    case 'user':
      return { program, args, uid: user.uid, gid: user.gid };
  }
}

/** Changes the owner of a file, or of a folder with all its content, to the server's user if that is not Node's. */
export async function changeOwner(user: LaunchUser, path: string): Promise<void> {
  if (user.kind !== 'user') return;
  const facts = await ignoreErrorCodes(['ENOENT'], stat(path));
  if (facts === undefined) return;
  await lchown(path, user.uid, user.gid);
  if (!facts.isDirectory()) return;
  for (const name of await readdir(path, { recursive: true })) await lchown(join(path, name), user.uid, user.gid);
}

/** Changes the owner of the data folder itself: it has mode 0700, and the server must enter it. */
export async function changeFolderOwner(user: LaunchUser, folder: string): Promise<void> {
  if (user.kind === 'user') await lchown(folder, user.uid, user.gid);
}

// initdb looks up its user by id ("could not look up effective user ID"), so only existing users are possible.
function findUnprivilegedUser(passwd: string): { uid: number; gid: number } | undefined {
  const users = passwd.split('\n').map((line) => {
    const [name, , uid, gid] = line.split(':');
    return { name, uid: Number(uid), gid: Number(gid) };
  });
  const usable = users.filter(({ uid, gid }) => uid > 0 && gid > 0);
  const found = ['postgres', 'nobody'].map((name) => usable.find((user) => user.name === name));
  const user = found.find((candidate) => candidate !== undefined);
  return user && { uid: user.uid, gid: user.gid };
}

async function canRun({ program, args, uid, gid }: Command): Promise<boolean> {
  return run(program, [...args], { uid, gid, env: programEnvironment(), cwd: '/' }).then(
    () => true,
    () => false,
  );
}

async function checkReachable(user: LaunchUser, installed: InstalledPostgres, folders: Folders): Promise<LaunchUser> {
  if (!(await canRun(commandAs(user, installed.postgres, ['--version']))))
    throw new EmbeddedError('no_unprivileged_user', rootMessage(`other users cannot read ${installed.folder}`));
  const parent = dirname(folders.data);
  if (!(await canRun(commandAs(user, 'sh', ['-c', 'cd "$1"', 'sh', parent]))))
    throw new EmbeddedError('no_unprivileged_user', rootMessage(`other users cannot enter ${parent}`));
  return user;
}

function rootMessage(reason: string): string {
  return `The portal runs as root, PostgreSQL refuses to, user namespaces are off here, and ${reason}. Run the portal as an ordinary user that owns its data folder, or set DATABASE_URL to a PostgreSQL server (15 or newer).`;
}

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
 * PostgreSQL refuses to run as root. `self`: Node is not root. `namespace`: root, seen by the server as an unprivileged
 * user, so the files stay root's. `user`: another user of the system, who then owns the files.
 */
export type LaunchUser =
  | { readonly kind: 'self' }
  | { readonly kind: 'namespace'; readonly unshare: string; readonly uid: number; readonly gid: number }
  | { readonly kind: 'user'; readonly uid: number; readonly gid: number };

/** Who runs the server: see `LaunchUser`. `no_unprivileged_user`. */
export async function chooseLaunchUser(
  system: SystemPort,
  installed: InstalledPostgres,
  folders: Folders,
): Promise<LaunchUser> {
  if (system.uid !== 0) return { kind: 'self' };
  const owner = await ignoreErrorCodes(['ENOENT'], stat(folders.cluster));
  // PostgreSQL wants its user to own the cluster, so one that another user made stays that user's.
  if (owner && owner.uid !== 0)
    return checkReachable({ kind: 'user', uid: owner.uid, gid: owner.gid }, installed, folders);
  const user = findUnprivilegedUser(await readFile(system.passwdFile, 'utf8'));
  if (user === undefined) throw new EmbeddedError('no_unprivileged_user', rootMessage('there is no user "nobody"'));
  const namespace = { kind: 'namespace', unshare: system.unshare, ...user } satisfies LaunchUser;
  if (await canRun(commandAs(namespace, installed.postgres, ['--version']))) return namespace;
  return checkReachable({ kind: 'user', ...user }, installed, folders);
}

/** The command that runs `program` as that user. */
export function commandAs(user: LaunchUser, program: string, args: readonly string[]): Command {
  switch (user.kind) {
    case 'self':
      return { program, args };
    case 'namespace': {
      const mapping = ['-U', `--map-user=${user.uid}`, `--map-group=${user.gid}`];
      // util-linux 2.38 or newer; it becomes the program, so the process number is the server's.
      return { program: user.unshare, args: [...mapping, '--', program, ...args] };
    }
    case 'user':
      return { program, args, uid: user.uid, gid: user.gid };
  }
}

/** Gives a file, or a folder with all in it, to the user that runs the server, where that is another than Node's. */
export async function changeOwner(user: LaunchUser, path: string): Promise<void> {
  if (user.kind !== 'user') return;
  const facts = await ignoreErrorCodes(['ENOENT'], stat(path));
  if (facts === undefined) return;
  await lchown(path, user.uid, user.gid);
  if (!facts.isDirectory()) return;
  for (const name of await readdir(path, { recursive: true })) await lchown(join(path, name), user.uid, user.gid);
}

/** Gives the data folder itself to that user: it is 0700, and the server must pass through it. */
export async function changeFolderOwner(user: LaunchUser, folder: string): Promise<void> {
  if (user.kind === 'user') await lchown(folder, user.uid, user.gid);
}

// initdb looks its user up by number ("could not look up effective user ID"), so only existing users will do.
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

import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../../../../test/harness/leftovers.ts';
import { openPackage } from './package.ts';
import type { EmbeddedPostgres } from './supervisor.ts';
import { systemSurroundings } from './surroundings.ts';
import { answerOf, firstLine, killHard, query, TestGround } from './test-ground.ts';

// What root can be, only root can try.
const ground = new TestGround();
let template = '';
beforeAll(async () => {
  // Other users pass through to the folders below.
  chmodSync(ground.folder, 0o711);
  template = await ground.makeTemplate();
});
afterAll(() => ground.close());

const withoutNamespaces = { unshare: join(ground.folder, 'no-such-program') };
const ownerOf = (path: string) => statSync(path).uid;
const userOf = (pid: number) => statSync(`/proc/${pid}`).uid;
const clusterOf = (path: string) => join(path, 'cluster');
const passwd = () => readFileSync('/etc/passwd', 'utf8');
const nobody = 65_534;

describe.runIf(process.getuid?.() === 0)('as root', () => {
  const before = passwd();
  const closed = ground.newPath();
  const path = join(closed, 'data');
  let server: EmbeddedPostgres;
  beforeAll(async () => {
    mkdirSync(closed, { mode: 0o700 });
    server = await ground.start(path);
  });

  it('runs the server in a user namespace: no user is made, no file changes hands', () => {
    expect([path, clusterOf(path), join(clusterOf(path), 'PG_VERSION')].map(ownerOf)).toEqual([0, 0, 0]);
    // The server sees another user than root, or it would have refused.
    expect(readFileSync(`/proc/${server.pid}/uid_map`, 'utf8').trim()).toMatch(/^[1-9]\d* +0 +1$/);
    expect(passwd()).toBe(before);
  });

  it('does so under a folder that only root may enter', async () => {
    expect(statSync(closed).mode & 0o777).toBe(0o700);
    expect(await query(server.connection, 'SELECT 1 AS one')).toEqual({ one: 1 });
  });

  it('where namespaces are off, runs it as an existing user, who then owns the files', async () => {
    const before = passwd();
    const path = ground.newPath();
    const server = await ground.start(path, {}, withoutNamespaces);
    const user = userOf(server.pid);
    expect(user).toBeGreaterThan(0);
    expect(before).toMatch(new RegExp(`^\\w+:[^:]*:${user}:`, 'm'));
    expect([path, clusterOf(path), server.connection.host].map(ownerOf)).toEqual([user, user, user]);
    expect(passwd()).toBe(before);
    await server.stop();
    const again = await ground.start(path);
    expect(userOf(again.pid), 'the owner stays, namespaces or not').toBe(user);
  });

  it('takes a database over that was made in a namespace', async () => {
    const path = ground.copyOf(template);
    expect(ownerOf(clusterOf(path))).toBe(0);
    const server = await ground.start(path, {}, withoutNamespaces);
    expect(userOf(server.pid)).toBe(ownerOf(join(clusterOf(path), 'base')));
    expect(await query(server.connection, 'SELECT answer FROM kept')).toEqual({ answer: 42 });
  });

  it('falls back on "nobody" where there is no user "postgres"', async () => {
    const passwdFile = ground.newPath();
    writeFileSync(passwdFile, `root:x:0:0::/root:/bin/sh\nnobody:x:${nobody}:${nobody}::/:/bin/false\n`);
    const server = await ground.start(ground.copyOf(template), {}, { ...withoutNamespaces, passwdFile });
    expect(userOf(server.pid)).toBe(nobody);
  });

  it('adopts the server of another user', async () => {
    const path = ground.copyOf(template);
    const first = await ground.start(path, { watchdog: false }, withoutNamespaces);
    const second = await ground.start(path, {}, withoutNamespaces);
    expect(second).toMatchObject({ adopted: true, pid: first.pid });
  });

  it('refuses, with what to do, when that user cannot reach the data folder', async () => {
    const parent = ground.newPath();
    mkdirSync(parent, { mode: 0o700 });
    await expect(ground.start(join(parent, 'data'), {}, withoutNamespaces)).rejects.toMatchObject({
      code: 'no_unprivileged_user',
      message: expect.stringMatching(new RegExp(`cannot enter ${parent}.*ordinary user.*DATABASE_URL`)),
    });
  });

  it('refuses when that user cannot read the programs', async () => {
    const parent = ground.newPath();
    mkdirSync(parent, { mode: 0o700 });
    const packageFolder = join(parent, 'package');
    symlinkSync((await openPackage(systemSurroundings)).folder, packageFolder);
    const started = ground.start(ground.newPath(), { packageFolder }, withoutNamespaces);
    await expect(started).rejects.toMatchObject({
      code: 'no_unprivileged_user',
      message: expect.stringContaining(`cannot read ${packageFolder}`),
    });
  });

  it('refuses when there is no other user at all', async () => {
    const passwdFile = ground.newPath();
    writeFileSync(passwdFile, 'root:x:0:0::/root:/bin/sh\n');
    const started = ground.start(ground.newPath(), {}, { passwdFile });
    await expect(started).rejects.toMatchObject({ code: 'no_unprivileged_user' });
  });
});

describe.runIf(process.getuid?.() === 0)('as an ordinary user', () => {
  const as = { uid: nobody, gid: nobody };

  it('starts the server directly', async () => {
    const path = ground.newPath();
    mkdirSync(path);
    chownSync(path, nobody, nobody);
    const node = ground.runNode(path, 'watchdog', as);
    const { pid, host } = await answerOf(node);
    expect([userOf(pid), ownerOf(clusterOf(path))]).toEqual([nobody, nobody]);
    await killHard(node);
    await eventually(() => !existsSync(host));
  });

  it("does not touch another user's data folder", async () => {
    const path = ground.copyOf(template);
    const node = ground.runNode(path, 'watchdog', as);
    expect(await firstLine(node)).toBe('folder_unusable');
  });
});

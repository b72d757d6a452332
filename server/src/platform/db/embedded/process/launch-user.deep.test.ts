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
import { waitUntil } from '../../../../../test/harness/wait-until.ts';
import { openPackage } from '../package.ts';
import type { EmbeddedPostgres } from '../supervisor.ts';
import { systemPort } from '../system-port.ts';
import { EmbeddedFixture, firstLine, killProcess, query, readReply } from '../test-embedded-fixture.ts';

// Most tests need root.
const fixture = new EmbeddedFixture();
let template = '';
beforeAll(async () => {
  // Lets other users enter the folders below.
  chmodSync(fixture.folder, 0o711);
  template = await fixture.createTemplate();
});
afterAll(() => fixture.close());

const withoutNamespaces = { unshare: join(fixture.folder, 'no-such-program') };
const ownerOf = (path: string) => statSync(path).uid;
const userOf = (pid: number) => statSync(`/proc/${pid}`).uid;
const clusterOf = (path: string) => join(path, 'cluster');
const passwd = () => readFileSync('/etc/passwd', 'utf8');
const nobody = 65_534;

describe.runIf(process.getuid?.() === 0)('startEmbedded as root', () => {
  const before = passwd();
  const closed = fixture.newPath();
  const path = join(closed, 'data');
  let server: EmbeddedPostgres;
  beforeAll(async () => {
    mkdirSync(closed, { mode: 0o700 });
    server = await fixture.start(path);
  });

  it('runs the server in a user namespace without creating a user or changing file owners', () => {
    expect([path, clusterOf(path), join(clusterOf(path), 'PG_VERSION')].map(ownerOf)).toEqual([0, 0, 0]);
    // The server sees a user other than root, otherwise it would not start.
    expect(readFileSync(`/proc/${server.pid}/uid_map`, 'utf8').trim()).toMatch(/^[1-9]\d* +0 +1$/);
    expect(passwd()).toBe(before);
  });

  it('uses the user namespace also in a folder that only root may enter', async () => {
    expect(statSync(closed).mode & 0o777).toBe(0o700);
    expect(await query(server.connection, 'SELECT 1 AS one')).toEqual({ one: 1 });
  });

  it('runs the server as an existing user, who then owns the files, if namespaces are off', async () => {
    const before = passwd();
    const path = fixture.newPath();
    const server = await fixture.start(path, {}, withoutNamespaces);
    const user = userOf(server.pid);
    expect(user).toBeGreaterThan(0);
    expect(before).toMatch(new RegExp(`^\\w+:[^:]*:${user}:`, 'm'));
    expect([path, clusterOf(path), server.connection.host].map(ownerOf)).toEqual([user, user, user]);
    expect(passwd()).toBe(before);
    await server.stop();
    const again = await fixture.start(path);
    expect(userOf(again.pid), 'the owner stays, namespaces or not').toBe(user);
  });

  it('takes over a database that was created in a namespace', async () => {
    const path = fixture.copyOf(template);
    expect(ownerOf(clusterOf(path))).toBe(0);
    const server = await fixture.start(path, {}, withoutNamespaces);
    expect(userOf(server.pid)).toBe(ownerOf(join(clusterOf(path), 'base')));
    expect(await query(server.connection, 'SELECT answer FROM kept')).toEqual({ answer: 42 });
  });

  it('falls back to the user "nobody" if there is no user "postgres"', async () => {
    const passwdFile = fixture.newPath();
    writeFileSync(passwdFile, `root:x:0:0::/root:/bin/sh\nnobody:x:${nobody}:${nobody}::/:/bin/false\n`);
    const server = await fixture.start(fixture.copyOf(template), {}, { ...withoutNamespaces, passwdFile });
    expect(userOf(server.pid)).toBe(nobody);
  });

  it('adopts the server of another user', async () => {
    const path = fixture.copyOf(template);
    const first = await fixture.start(path, { hasWatchdog: false }, withoutNamespaces);
    const second = await fixture.start(path, {}, withoutNamespaces);
    expect(second).toMatchObject({ isAdopted: true, pid: first.pid });
  });

  it('throws no_unprivileged_user with advice if that user cannot enter the data folder', async () => {
    const parent = fixture.newPath();
    mkdirSync(parent, { mode: 0o700 });
    await expect(fixture.start(join(parent, 'data'), {}, withoutNamespaces)).rejects.toMatchObject({
      code: 'no_unprivileged_user',
      message: expect.stringMatching(new RegExp(`cannot enter ${parent}.*ordinary user.*DATABASE_URL`)),
    });
  });

  it('throws no_unprivileged_user if that user cannot read the programs', async () => {
    const parent = fixture.newPath();
    mkdirSync(parent, { mode: 0o700 });
    const packageFolder = join(parent, 'package');
    symlinkSync((await openPackage(systemPort)).folder, packageFolder);
    const started = fixture.start(fixture.newPath(), { packageFolder }, withoutNamespaces);
    await expect(started).rejects.toMatchObject({
      code: 'no_unprivileged_user',
      message: expect.stringContaining(`cannot read ${packageFolder}`),
    });
  });

  it('throws no_unprivileged_user if there is no other user', async () => {
    const passwdFile = fixture.newPath();
    writeFileSync(passwdFile, 'root:x:0:0::/root:/bin/sh\n');
    const started = fixture.start(fixture.newPath(), {}, { passwdFile });
    await expect(started).rejects.toMatchObject({ code: 'no_unprivileged_user' });
  });
});

describe.runIf(process.getuid?.() === 0)('startEmbedded as an ordinary user', () => {
  const as = { uid: nobody, gid: nobody };

  it('starts the server directly', async () => {
    const path = fixture.newPath();
    mkdirSync(path);
    chownSync(path, nobody, nobody);
    const node = fixture.runNode(path, 'watchdog', as);
    const { pid, host } = await readReply(node);
    expect([userOf(pid), ownerOf(clusterOf(path))]).toEqual([nobody, nobody]);
    await killProcess(node);
    await waitUntil(() => !existsSync(host));
  });

  it("throws folder_unusable for another user's data folder", async () => {
    const path = fixture.copyOf(template);
    const node = fixture.runNode(path, 'watchdog', as);
    expect(await firstLine(node)).toBe('folder_unusable');
  });
});

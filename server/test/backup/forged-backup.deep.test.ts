import { createHash } from 'node:crypto';
import { cp, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runBackup, runRestore } from '../../src/commands/backup-restore.ts';
import { deriveBackupKeys } from '../../src/domain/backup/backup-keys.ts';
import { readPart, writePart } from '../../src/domain/backup/parts.ts';
import { readManifest, writeManifest } from '../../src/domain/backup/signed-manifest.ts';
import { readKeyFile } from '../../src/domain/keys/key-file.ts';
import { type Config, readConfig } from '../../src/platform/config/config.ts';
import { defaultKeyPath } from '../../src/platform/config/key-source.ts';
import { createIdentity, parseRecipient } from '../../src/platform/crypto/age/age-keys.ts';
import { encodeBech32 } from '../../src/platform/crypto/age/bech32.ts';
import { loginsTo } from '../harness/cluster.ts';
import { startTestAppWithFixtures, type TestAppWithFixtures } from '../harness/start-test-app.ts';

const usersFile = 'public.users.copy.gz.age';
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

describe('a forged backup', () => {
  let testApp: TestAppWithFixtures;
  let folder: string;
  let original: string;
  let target: Config;
  let older: string;
  let newer: string;
  let count = 0;

  const overrides = () => {
    const { host, port, user, password, database } = testApp.superuser.options;
    const logins = loginsTo({ host, port, user, password: String(password), database });
    return { logins, isTestDatabase: true, logger: pino({ level: 'silent' }) };
  };

  beforeAll(async () => {
    testApp = await startTestAppWithFixtures();
    folder = await mkdtemp(join(tmpdir(), 'medcloud-forged-'));
    original = join(folder, 'original');
    older = (await runBackup(testApp.config, overrides(), original)).manifest.id;
    newer = (await runBackup(testApp.config, overrides(), original)).manifest.id;
    target = readConfig({ DATA_DIR: join(folder, 'target'), PORT: '0' });
    await cp(defaultKeyPath(testApp.config.dataDir), defaultKeyPath(target.dataDir), { recursive: true });
  });
  afterAll(async () => {
    await testApp.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** Restores into the database in use, so a backup that passes every check fails with "not empty". */
  const restore = (from: string, options: Partial<Parameters<typeof runRestore>[2]> = {}) =>
    runRestore(target, overrides(), { from, writeLine: () => undefined, ...options });

  async function copyOriginal(): Promise<string> {
    count += 1;
    const copy = join(folder, `copy-${count}`);
    await cp(original, copy, { recursive: true });
    return copy;
  }

  async function editManifest(copy: string, edit: (text: string) => string): Promise<void> {
    const path = join(copy, newer, 'manifest.json');
    const text = await readFile(path, 'utf8');
    const edited = edit(text);
    expect(edited).not.toBe(text);
    await writeFile(path, edited);
  }

  /** Replaces the users by an attacker's: encrypted to the right recipients, with the right hash in the manifest. */
  async function replaceUsers(copy: string): Promise<void> {
    const { manifest } = await readManifest(copy, newer);
    const recipients = manifest.recipients.map(parseRecipient).filter((recipient) => recipient !== null);
    const path = join(copy, newer, 'rows', usersFile);
    const written = manifest.tables.find(({ file }) => file === usersFile);
    await rm(path);
    const facts = await writePart(path, Readable.from([Buffer.from('forged\n')]), recipients);
    await editManifest(copy, (text) =>
      text
        .replace(`${written?.sha256}`, facts.sha256)
        .replace(`"bytes": ${written?.bytes},`, `"bytes": ${facts.bytes},`),
    );
  }

  const rowsOf = (copy: string, name = newer) => join(copy, name, 'rows');
  const forgeries: [string, (copy: string) => Promise<unknown>, RegExp][] = [
    ['a changed row with its hash corrected', replaceUsers, /signature .* is wrong/],
    [
      'a changed row and no signature',
      async (copy) => {
        await replaceUsers(copy);
        await rm(join(copy, newer, 'manifest.sig'));
      },
      /is not signed.*--accept-unsigned/,
    ],
    [
      'a signature with the key of another portal',
      async (copy) => {
        const { manifest } = await readManifest(copy, newer);
        for (const name of ['manifest.json', 'manifest.sig']) await rm(join(copy, newer, name));
        await writeManifest(join(copy, newer), manifest, deriveBackupKeys(Buffer.alloc(32, 7)));
      },
      /signature .* is wrong/,
    ],
    [
      'a part of another backup',
      (copy) => cp(join(rowsOf(copy, older), usersFile), join(rowsOf(copy), usersFile)),
      /users\.copy\.gz\.age is not what was written/,
    ],
    ['a removed part', (copy) => rm(join(rowsOf(copy), usersFile)), /users\.copy\.gz\.age cannot be read/],
    [
      'an added part',
      (copy) => writeFile(join(rowsOf(copy), 'public.extra.copy.gz.age'), ''),
      /extra.* does not belong to the backup/,
    ],
    [
      'two parts with exchanged names',
      async (copy) => {
        const [users, sessions] = [usersFile, 'public.sessions.copy.gz.age'].map((name) => join(rowsOf(copy), name));
        await rename(`${users}`, join(copy, 'aside'));
        await rename(`${sessions}`, `${users}`);
        await rename(join(copy, 'aside'), `${sessions}`);
      },
      /is not what was written/,
    ],
    [
      'an older manifest in the place of a newer one',
      async (copy) => {
        for (const name of ['manifest.json', 'manifest.sig'])
          await cp(join(copy, older, name), join(copy, newer, name));
      },
      /holds the backup .* exchanged/,
    ],
    [
      'an older backup under the name of a newer one',
      async (copy) => {
        await rm(join(copy, newer), { recursive: true });
        await cp(join(copy, older), join(copy, newer), { recursive: true });
      },
      /holds the backup .* exchanged/,
    ],
    [
      'another time',
      (copy) => editManifest(copy, (text) => text.replace(/"takenAt": "\d{4}/, '"takenAt": "2031')),
      /signature .* is wrong/,
    ],
    [
      'a changed list of files',
      (copy) => writeFile(join(copy, newer, 'objects.txt.gz'), gzipSync('')),
      /objects\.txt\.gz is not what was written/,
    ],
    [
      'keys of another backup',
      async (copy) => {
        const name = 'keys.service_keys.copy.gz.age';
        await cp(join(copy, 'keys', older, name), join(copy, 'keys', newer, name));
      },
      /service_keys.* is not what was written/,
    ],
  ];

  it('is refused in each variant, and the original is not', async () => {
    await expect(restore(original)).rejects.toThrow(/database is not empty/);
    for (const [name, forge, message] of forgeries) {
      const copy = await copyOriginal();
      await forge(copy);
      await expect(restore(copy), name).rejects.toThrow(message);
    }
  });

  it('is not signed by the next backup: changed lists and copies are compared with the store', async () => {
    const copy = await copyOriginal();
    const [object] = (await readdir(join(copy, 'objects'), { recursive: true })).filter((path) => path.length > 36);
    const path = join(copy, 'objects', `${object}`);
    const bytes = await readFile(path);
    bytes[60] = (bytes[60] ?? 0) ^ 1;
    await writeFile(path, bytes);
    await rm(join(copy, newer, 'manifest.sig'));
    expect(await runBackup(testApp.config, overrides(), copy)).toMatchObject({ copied: { count: 1 } });
    expect(sha256(await readFile(path))).toBe(sha256(await readFile(join(original, 'objects', `${object}`))));
  });

  it('without signature is restored only after its name is typed', async () => {
    const copy = await copyOriginal();
    await rm(join(copy, newer, 'manifest.sig'));
    await expect(restore(copy, { confirmUnsigned: async () => 'yes' })).rejects.toThrow(/not the name of the folder/);
    await expect(restore(copy, { confirmUnsigned: async (name) => `${name}\n` })).rejects.toThrow(/not empty/);
  });

  it('reveals no password hash, session or token to who reads the folder', async () => {
    const { rows } = await testApp.superuser.query<{ secret: string }>(
      `SELECT password_hash AS secret FROM users WHERE password_hash IS NOT NULL
       UNION ALL SELECT encode(bearer_hash, 'hex') FROM sessions UNION ALL SELECT encode(cookie_hash, 'hex') FROM sessions`,
    );
    expect(rows.length).toBeGreaterThan(5);
    const files = await readdir(original, { recursive: true, withFileTypes: true });
    const contents = files.filter((file) => file.isFile()).map((file) => readFile(join(file.parentPath, file.name)));
    const all = Buffer.concat(await Promise.all(contents)).toString('latin1');
    expect(rows.filter(({ secret }) => all.includes(secret))).toEqual([]);
    expect(files.filter(({ name }) => name.includes('.copy.') && !name.endsWith('.age'))).toEqual([]);
    const { identity } = deriveBackupKeys((await readKeyFile(defaultKeyPath(target.dataDir))) ?? Buffer.alloc(0));
    const path = join(rowsOf(original), usersFile);
    const decrypted = await Array.fromAsync(readPart({ path, facts: null, identities: [identity] }));
    expect(Buffer.concat(decrypted).toString()).toContain('$argon2id$');
  });

  it('cannot be read without the private key of one of the recipients in BACKUP_RECIPIENTS', async () => {
    const [first, second] = [1, 2].map((byte) => createIdentity(Buffer.alloc(32, byte)).recipient.text);
    const { backupRecipients } = readConfig({ BACKUP_RECIPIENTS: `${first}, ${second}` });
    const to = join(folder, 'recipients');
    await runBackup({ ...testApp.config, backupRecipients }, overrides(), to);
    await expect(restore(to)).rejects.toThrow(/encrypted to age1.*--identity FILE/);
    const identityFile = join(folder, 'identity.txt');
    const secretOf = (byte: number) => encodeBech32('age-secret-key-', Buffer.alloc(32, byte)).toUpperCase();
    await writeFile(identityFile, `# created by hand\n${secretOf(3)}\n`);
    await expect(restore(to, { identityFile })).rejects.toThrow(/encrypted to age1/);
    await writeFile(identityFile, `# created by hand\n${secretOf(2)}\n`);
    await expect(restore(to, { identityFile })).rejects.toThrow(/not empty/);
    await writeFile(identityFile, `${first}\n`);
    await expect(restore(to, { identityFile })).rejects.toThrow(/another line/);
    expect(() => readConfig({ BACKUP_RECIPIENTS: secretOf(1) })).toThrow(/private key/);
  });
});

import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import { runBackup, runRestore } from '../../src/commands/backup-restore.ts';
import { type Config, readConfig } from '../../src/platform/config/config.ts';
import { copyTemplate } from '../harness/cluster.ts';
import { createCenter, signInAdmin } from '../harness/fixtures.ts';
import { loginsOf } from '../harness/logins-of.ts';
import { startTestApp, type TestApp } from '../harness/start-test-app.ts';
import { type AwsKms, startAwsKms } from '../services/aws-kms.ts';
import { startVault, type Vault } from '../services/vault.ts';

describe('loadKeys', () => {
  let kms: AwsKms;
  let vault: Vault;
  beforeAll(async () => {
    [kms, vault] = [await startAwsKms(), await startVault()];
  });
  afterAll(async () => {
    await kms.close();
    await vault.close();
  });

  const ofKms = () => ({
    ENCRYPTION_KEY: `awskms:${kms.keyId}?endpoint=${kms.endpoint}`,
    AWS_ACCESS_KEY_ID: kms.accessKey,
    AWS_SECRET_ACCESS_KEY: kms.secretKey,
  });
  const ofVault = () => ({ ENCRYPTION_KEY: `vault:${vault.origin}/transit/medcloud`, VAULT_TOKEN: vault.token });

  async function start(environment: Record<string, string>): Promise<TestApp> {
    const testApp = await startTestApp({ environment });
    onTestFinished(() => testApp.close());
    return testApp;
  }
  /** Starts the same data again with other settings. Restores them. */
  async function restartWith(testApp: TestApp, environment: Record<string, string>): Promise<void> {
    const { keySource } = testApp.config;
    testApp.config.keySource = readConfig({ DATA_DIR: testApp.folder, ...environment }).keySource;
    await testApp.restart().finally(() => {
      testApp.config.keySource = keySource;
    });
  }
  /** Creates a patient and an exam, so that each kind of key is in use. */
  const createExam = async (testApp: TestApp) =>
    createCenter(testApp, await signInAdmin(testApp), {
      name: 'Aegean Imaging',
      number: 1,
      firstName: 'Μαρία',
      lastName: 'Παπαδοπούλου',
      phone: '+306900000001',
    });
  const mastersOf = async ({ superuser }: TestApp) => (await superuser.query('SELECT * FROM keys.master_keys')).rows;

  it('creates a key file at a chosen place, readable by its owner only, and starts again with it', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'medcloud-key-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const path = join(folder, 'etc', 'master.key');
    const testApp = await start({ ENCRYPTION_KEY: `file:${path}` });
    expect(Buffer.from(await readFile(path, 'utf8'), 'base64')).toHaveLength(32);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    await testApp.restart();
    await rm(path);
    await expect(testApp.restart()).rejects.toThrow(/master\.key is missing.*Put the file back/);
    expect(await stat(path).catch(() => null), 'no new key was created').toBeNull();
  });

  it.each([
    ['awskms', ofKms, 'TrentService.Decrypt', () => kms.calls],
    ['vault', ofVault, '/v1/transit/decrypt/medcloud', () => vault.calls],
  ])('keeps the master key wrapped by %s, and unwraps it once at a start', async (_, environment, call, calls) => {
    const testApp = await start(environment());
    const [row] = await mastersOf(testApp);
    expect(row).toMatchObject({ id: 1, state: 'current', service_wrapped: expect.any(String) });
    await createExam(testApp);
    const before = calls().filter((name) => name === call).length;
    await testApp.restart();
    expect(calls().filter((name) => name === call)).toHaveLength(before + 1);
    expect(await mastersOf(testApp)).toEqual([row]);
  });

  it('says what to do if the service is away, refuses, or answers otherwise', async () => {
    const ofAws = await start(ofKms());
    onTestFinished(() => {
      kms.failWith = null;
      vault.isLocked = false;
    });
    kms.failWith = 503;
    await expect(ofAws.restart()).rejects.toThrow(/AWS KMS at .*is not ready \(HTTP 503\)/);
    kms.failWith = null;
    await expect(restartWith(ofAws, { ...ofKms(), AWS_SECRET_ACCESS_KEY: 'another' })).rejects.toThrow(
      /AWS KMS at .*refused the call \(HTTP 400\).*kms:Decrypt/,
    );
    const away = ofKms().ENCRYPTION_KEY.replace(/:\d+$/, ':9');
    await expect(restartWith(ofAws, { ...ofKms(), ENCRYPTION_KEY: away })).rejects.toThrow(
      /AWS KMS at .*cannot be reached \(econnrefused\)/,
    );
    await restartWith(ofAws, ofKms());

    const ofTransit = await start(ofVault());
    vault.isLocked = true;
    await expect(ofTransit.restart()).rejects.toThrow(/Vault at .*is not ready/);
    vault.isLocked = false;
    await expect(restartWith(ofTransit, { ...ofVault(), VAULT_TOKEN: 'hvs.other' })).rejects.toThrow(
      /Vault at .*refused the call \(HTTP 403\).*VAULT_TOKEN/,
    );
    await restartWith(ofTransit, ofVault());
  });

  it('refuses another key and another source', async () => {
    const testApp = await start({});
    const other = randomBytes(32).toString('base64');
    await expect(restartWith(testApp, { ENCRYPTION_KEY: other })).rejects.toThrow(/not the one this database was made/);
    await expect(restartWith(testApp, ofVault())).rejects.toThrow(/is not wrapped by Vault.*ENCRYPTION_KEY_NEXT/);
    await restartWith(testApp, {});
  });

  it('opens a backup of a portal whose key is in a service, with that service alone', async () => {
    const testApp = await start(ofVault());
    await createExam(testApp);
    const folder = await mkdtemp(join(tmpdir(), 'medcloud-kms-backup-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const overrides = {
      logins: loginsOf(testApp),
      isTestDatabase: true,
      logger: pino({ level: 'silent' }),
    };
    await runBackup(testApp.config, overrides, folder);
    const target = await copyTemplate(inject('cluster'));
    onTestFinished(() => target.drop());
    const restore = (config: Config) =>
      runRestore(config, { ...overrides, logins: target.logins }, { from: folder, writeLine: () => undefined });
    const into = { DATA_DIR: join(folder, 'restored'), PORT: '0' };
    await expect(restore(readConfig(into))).rejects.toThrow(/master\.key is missing/);
    expect((await restore(readConfig({ ...into, ...ofVault() }))).verified).toMatchObject({ bad: [] });
  });
});

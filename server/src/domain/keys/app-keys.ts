import { existsSync } from 'node:fs';
import { link, mkdir, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { newKey, unwrapKey, wrapKey } from '../../platform/blobs/keys.ts';
import { fingerprint } from '../../platform/crypto/encrypt-value.ts';
import type { Random } from '../../platform/ids/random.ts';
import { systemScope } from '../authorization/authorize.ts';
import type { Database } from '../database.ts';
import { findInstallationFact, insertInstallationFact } from './installation.ts';
import { findServiceKeys, insertServiceKey } from './store.ts';

/**
 * The portal's keys, decrypted in memory only. Each is random and stored wrapped by the master key, so a new master key
 * changes nothing else.
 */
export interface AppKeys {
  readonly master: Buffer;
  /** Key of the blind indexes, which find a phone or AMKA that is stored only encrypted. */
  readonly blindIndex: Buffer;
  /** MAC of verification codes. */
  readonly codes: Buffer;
  /** Encrypts pending messages of the outbox, and the phones of open requests. */
  readonly outbox: Buffer;
  /** MAC of requests with an Idempotency-Key, because a body may contain a password. */
  readonly idempotency: Buffer;
  /** Encrypts support messages and their answers, because they may mention patients. */
  readonly support: Buffer;
  /** Encrypts the texts of the breach register. */
  readonly breaches: Buffer;
  /** MAC of the cookie that identifies a browser that signed in before. */
  readonly devices: Buffer;
}

/** The master key is not the one this database was encrypted with. Starting would make all data unreadable. */
export class WrongMasterKeyError extends Error {
  constructor(storedFingerprint: string, givenFingerprint: string) {
    super(
      `The encryption key is not the one this database was made with (fingerprint ${storedFingerprint}, given ${givenFingerprint}). ` +
        'Set ENCRYPTION_KEY to the right key, or put the file back that stood in the keys folder.',
    );
    this.name = 'WrongMasterKeyError';
  }
}

const serviceNames = {
  blindIndex: 'blind-index',
  codes: 'codes',
  outbox: 'outbox',
  idempotency: 'repetition',
  support: 'support',
  breaches: 'breaches',
  devices: 'devices',
} as const;

/** Where the master key comes from: the setting, or the file in this folder. */
export interface KeySource {
  readonly encryptionKey: Buffer | null;
  readonly keysFolder: string;
}

/**
 * Reads or creates the master key, compares it with the fingerprint in the database, and unwraps the service keys.
 * Throws `WrongMasterKeyError` if the fingerprint differs.
 */
export async function loadKeys(db: Database, random: Random, source: KeySource): Promise<AppKeys> {
  const master = source.encryptionKey ?? (await readOrCreateMasterKey(source.keysFolder, random));
  return await db.within(systemScope('start'), async (tx) => {
    const givenFingerprint = fingerprint(master);
    const storedFingerprint = await findInstallationFact(tx, 'master-key-fingerprint');
    if (storedFingerprint !== null && storedFingerprint !== givenFingerprint)
      throw new WrongMasterKeyError(storedFingerprint, givenFingerprint);
    if (storedFingerprint === null) await insertInstallationFact(tx, 'master-key-fingerprint', givenFingerprint);
    for (const name of Object.values(serviceNames)) {
      await insertServiceKey(tx, name, wrapKey(master, newKey(random), `service:${name}`, random));
    }
    const wrapped = await findServiceKeys(tx);
    const key = (name: string) => {
      const wrappedKey = wrapped.get(name);
      if (!wrappedKey) throw new Error(`The service key ${name} is missing from the database.`);
      return unwrapKey(master, wrappedKey, `service:${name}`);
    };
    return {
      master,
      blindIndex: key(serviceNames.blindIndex),
      codes: key(serviceNames.codes),
      outbox: key(serviceNames.outbox),
      idempotency: key(serviceNames.idempotency),
      support: key(serviceNames.support),
      breaches: key(serviceNames.breaches),
      devices: key(serviceNames.devices),
    };
  });
}

/** Returns the path of the key file that the portal creates by default. */
export function masterKeyPath(folder: string): string {
  return join(folder, 'master.key');
}

/** Reads a key file; the key can have any length. */
export async function readMasterKey(path: string): Promise<Buffer> {
  return Buffer.from((await readFile(path, 'utf8')).trim(), 'base64');
}

/** Returns the master key for a command that must not create one; null if there is none. */
export async function findMasterKey(source: KeySource): Promise<Buffer | null> {
  return source.encryptionKey ?? (await readMasterKey(masterKeyPath(source.keysFolder)).catch(() => null));
}

/**
 * Returns the key of the key file, the default for evaluation. Creates it once with mode 0600; the file gets its name
 * only after its content is flushed to disk.
 */
async function readOrCreateMasterKey(folder: string, random: Random): Promise<Buffer> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = masterKeyPath(folder);
  if (!existsSync(path)) await createMasterKey(folder, path, random);
  const key = await readMasterKey(path);
  if (key.length !== 32) throw new Error(`${path} does not hold a key of 32 bytes in base64. Put the right file back.`);
  return key;
}

async function createMasterKey(folder: string, path: string, random: Random): Promise<void> {
  const temporaryPath = `${path}.${random.bytes(6).toString('hex')}.new`;
  const file = await open(temporaryPath, 'wx', 0o600);
  try {
    await file.writeFile(`${newKey(random).toString('base64')}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  try {
    await link(temporaryPath, path); // unlike a rename, it keeps a key that another process created meanwhile
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  } finally {
    await rm(temporaryPath, { force: true });
  }
  const parent = await open(folder, 'r');
  await parent.sync().finally(() => parent.close());
}

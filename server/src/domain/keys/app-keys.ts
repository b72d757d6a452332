import { existsSync } from 'node:fs';
import { link, mkdir, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { newKey, unwrapKey, wrapKey } from '../../platform/blobs/keys.ts';
import { fingerprint } from '../../platform/crypto/encrypt-value.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Random } from '../../platform/ids/random.ts';
import { systemScope } from '../authorization/authorize.ts';
import { findFingerprint, findServiceKeys, insertFingerprint, insertServiceKey } from './store.ts';

/** The portal's own keys, in memory only. Each is random and kept wrapped by the master key, so that a new master changes nothing else. */
export interface AppKeys {
  readonly master: Buffer;
  /** Finds a phone or AMKA without storing it in the clear. */
  readonly blindIndex: Buffer;
  /** MAC of one-time codes. */
  readonly codes: Buffer;
  /** Seals what waits in the outbox, and the phones of open requests. */
  readonly outbox: Buffer;
  /** MAC of requests that carry an Idempotency-Key: a body may hold a password. */
  readonly idempotency: Buffer;
  /** Seals what people write to the operator, and the answers: they may write about patients. */
  readonly support: Buffer;
  /** MAC of the cookie by which a browser that signed in before is known. */
  readonly devices: Buffer;
}

/** The master key is not the one this database was sealed with: going on would make everything unreadable. */
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
  devices: 'devices',
} as const;

/** Reads or makes the master key, checks it against the database's record of it, and opens the service keys. */
export async function loadKeys(
  db: Database,
  random: Random,
  source: { encryptionKey: Buffer | null; keysFolder: string },
): Promise<AppKeys> {
  const master = source.encryptionKey ?? (await readOrCreateMasterKey(source.keysFolder, random));
  return await db.within(systemScope('start'), async (tx) => {
    const givenFingerprint = fingerprint(master);
    const storedFingerprint = await findFingerprint(tx);
    if (storedFingerprint !== null && storedFingerprint !== givenFingerprint)
      throw new WrongMasterKeyError(storedFingerprint, givenFingerprint);
    if (storedFingerprint === null) await insertFingerprint(tx, givenFingerprint);
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
      devices: key(serviceNames.devices),
    };
  });
}

/** Where the key is kept that the portal made by itself. */
export function masterKeyPath(folder: string): string {
  return join(folder, 'master.key');
}

/** What a key file holds, of whatever length. */
export async function readMasterKey(path: string): Promise<Buffer> {
  return Buffer.from((await readFile(path, 'utf8')).trim(), 'base64');
}

/** The key file of the evaluation default: made once, mode 0600, whole and on disk before it has its name. */
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
    await link(temporaryPath, path); // unlike a rename, it leaves a key that another process has made meanwhile
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  } finally {
    await rm(temporaryPath, { force: true });
  }
  const parent = await open(folder, 'r');
  await parent.sync().finally(() => parent.close());
}

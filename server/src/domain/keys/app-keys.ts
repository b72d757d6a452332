import type { KeySource } from '../../platform/config/key-source.ts';
import { deriveKey } from '../../platform/crypto/derive-keys.ts';
import { fingerprint } from '../../platform/crypto/encrypt-value.ts';
import type { Random } from '../../platform/ids/random.ts';
import type { Clock } from '../../platform/time/clock.ts';
import { systemScope } from '../authorization/authorize.ts';
import type { Database, Tx } from '../database.ts';
import { insertInstallationFact } from './installation.ts';
import { MasterKeys } from './master-keys.ts';
import { createMasterKey, openMasterKey } from './open-master-key.ts';
import { listMasterKeys, type MasterKeyRow } from './reads.ts';
import { findRetirement, findServiceKeys, hasFirstMasterKey, insertFirstMasterKey, insertServiceKey } from './store.ts';

/**
 * The portal's keys, decrypted in memory only. Each is stored wrapped by the master key, so a new master key changes
 * nothing else.
 */
export interface AppKeys {
  readonly masters: MasterKeys;
  /** Key of the blind indexes, which find a phone or AMKA that is stored only encrypted. */
  readonly blindIndex: Buffer;
  /** MAC of verification codes and recovery codes. */
  readonly codes: Buffer;
  /** Encrypts pending messages of the outbox, and the phones of open requests. */
  readonly outbox: Buffer;
  /** MAC of requests with an Idempotency-Key, because a body may contain a password. */
  readonly idempotency: Buffer;
  /** Encrypts support messages and their answers, because they may mention patients. */
  readonly support: Buffer;
  /** Encrypts the texts of the breach register. */
  readonly breaches: Buffer;
  /** Encrypts who paid, and the texts of transfers. */
  readonly billing: Buffer;
  /** Encrypts the secrets of authenticator apps. */
  readonly factors: Buffer;
  /** MAC of the challenges that passkeys sign. */
  readonly challenges: Buffer;
  /** MAC of the cookie that identifies a browser that signed in before. */
  readonly devices: Buffer;
  /** MAC of the records of the audit chain. */
  readonly auditRecords: Buffer;
  /** Seed of the key that signs the checkpoints of the audit chain. */
  readonly auditCheckpoints: Buffer;
}

/** The master key is not the one this database was encrypted with. Starting would make all data unreadable. */
export class WrongMasterKeyError extends Error {
  constructor(storedFingerprint: string, givenFingerprint: string, retiredAt: Date | null) {
    super(
      retiredAt === null
        ? `The encryption key is not the one this database was made with (fingerprint ${storedFingerprint}, given ${givenFingerprint}). ` +
            'Set ENCRYPTION_KEY to the right key, or put the file back that stood in the keys folder.'
        : `The encryption key of fingerprint ${givenFingerprint} was replaced on ${retiredAt.toISOString().slice(0, 10)} by that of ${storedFingerprint}. ` +
            'Set ENCRYPTION_KEY to the new one.',
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
  billing: 'billing',
  factors: 'factors',
  challenges: 'challenges',
  devices: 'devices',
} as const;

/**
 * The keys of the audit chain. Versions before November 2026 derived them from the master key; they stay as they were,
 * so that a rotation leaves the chain verifiable.
 */
const derivedNames = {
  auditRecords: { name: 'audit-records', purpose: 'medcloud audit records' },
  auditCheckpoints: { name: 'audit-checkpoints', purpose: 'medcloud audit checkpoints' },
} as const;

interface KeyParts {
  clock: Clock;
  random: Random;
}

/**
 * Gets the master key from its source, or creates it for a new database; compares it with the fingerprint in the
 * database; unwraps the service keys. Throws `WrongMasterKeyError` if the fingerprint differs, `KeySourceError` if the
 * source cannot be used.
 */
export async function loadKeys(db: Database, parts: KeyParts, source: KeySource): Promise<AppKeys> {
  const masters = await loadMasterKeys(db, parts, source);
  return await db.within(systemScope('start'), async (tx) => {
    await createServiceKeys(tx, masters, parts.random);
    const stored = await findServiceKeys(tx);
    const key = (name: string) => {
      const wrapped = stored.get(name);
      if (!wrapped) throw new Error(`The service key ${name} is missing from the database.`);
      return masters.unwrap(wrapped, `service:${name}`);
    };
    return {
      masters,
      blindIndex: key(serviceNames.blindIndex),
      codes: key(serviceNames.codes),
      outbox: key(serviceNames.outbox),
      idempotency: key(serviceNames.idempotency),
      support: key(serviceNames.support),
      breaches: key(serviceNames.breaches),
      billing: key(serviceNames.billing),
      factors: key(serviceNames.factors),
      challenges: key(serviceNames.challenges),
      devices: key(serviceNames.devices),
      auditRecords: key(derivedNames.auditRecords.name),
      auditCheckpoints: key(derivedNames.auditCheckpoints.name),
    };
  });
}

async function createServiceKeys(tx: Tx, masters: MasterKeys, random: Random): Promise<void> {
  for (const name of Object.values(serviceNames))
    await insertServiceKey(tx, name, masters.wrapNew(`service:${name}`, random));
  // A key derived from a later master would be another one.
  if (!(await hasFirstMasterKey(tx))) return;
  for (const { name, purpose } of Object.values(derivedNames)) {
    const key = deriveKey(masters.get(masters.newestId), purpose);
    await insertServiceKey(tx, name, masters.wrap(key, `service:${name}`, random));
  }
}

async function loadMasterKeys(db: Database, parts: KeyParts, source: KeySource): Promise<MasterKeys> {
  const list = () => db.within(systemScope('start'), listMasterKeys);
  let rows = await list();
  if (rows.length === 0) {
    const { key, serviceWrapped } = await createMasterKey(source, parts);
    await db.within(systemScope('start'), async (tx) => {
      await insertFirstMasterKey(tx, { fingerprint: fingerprint(key), serviceWrapped });
      await insertInstallationFact(tx, 'master-key-fingerprint', fingerprint(key));
    });
    rows = await list(); // another node may have been first
  }
  const { key } = await openMasterKey(source, rows, parts.clock);
  return await matchMasterKeys(db, rows, key);
}

/** Returns the good master keys, given one of them. Throws `WrongMasterKeyError`. */
async function matchMasterKeys(db: Database, rows: readonly MasterKeyRow[], key: Buffer): Promise<MasterKeys> {
  const given = rows.find((row) => row.fingerprint === fingerprint(key));
  if (given === undefined) {
    const retiredAt = await db.within(systemScope('start'), (tx) => findRetirement(tx, fingerprint(key)));
    throw new WrongMasterKeyError(rows.map((row) => row.fingerprint).join(' or '), fingerprint(key), retiredAt);
  }
  const masters = new MasterKeys();
  masters.add(given.id, key);
  addOtherMasterKeys(masters, rows);
  return masters;
}

/** The context of a master key that the other one wraps. */
export const masterContext = (id: number) => `master:${id}`;

/** Unwraps the master keys that this process does not have by the one that it has. */
export function addOtherMasterKeys(masters: MasterKeys, rows: readonly MasterKeyRow[]): void {
  for (const row of rows) {
    const other = rows.find(({ id }) => id !== row.id);
    if (masters.has(row.id) || other === undefined || row.wrappedByOther === null) continue;
    masters.add(row.id, masters.unwrap({ masterId: other.id, wrapped: row.wrappedByOther }, masterContext(row.id)));
  }
}

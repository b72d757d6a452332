import { newKey } from '../../platform/blobs/keys.ts';
import type { AwsKmsSettings, KeySource, VaultSettings } from '../../platform/config/key-source.ts';
import { fingerprint } from '../../platform/crypto/encrypt-value.ts';
import type { Random } from '../../platform/ids/random.ts';
import { createKeyWrapper, isWrappingSource } from '../../platform/keys/create-key-wrapper.ts';
import { KeySourceError } from '../../platform/keys/key-source-error.ts';
import type { Clock } from '../../platform/time/clock.ts';
import { readKeyFile, readOrCreateKeyFile } from './key-file.ts';

/** A master key, and its form wrapped by KMS or Vault if it came from there. */
export interface OpenedMasterKey {
  key: Buffer;
  serviceWrapped: string | null;
}

/** What the database knows of a master key. */
export interface KnownMasterKey {
  fingerprint: string;
  serviceWrapped: string | null;
}

type Parts = { clock: Clock; random: Random };

/** Creates the first master key, or takes the one that the source holds. Throws `KeySourceError`. */
export async function createMasterKey(source: KeySource, { clock, random }: Parts): Promise<OpenedMasterKey> {
  if (source.kind === 'value') return { key: source.key, serviceWrapped: null };
  if (source.kind === 'file') return { key: await readOrCreateKeyFile(source.path, random), serviceWrapped: null };
  const key = newKey(random);
  return { key, serviceWrapped: await createKeyWrapper(source, () => clock.now()).wrap(key) };
}

/**
 * Gets the master key of a database from its source. The caller compares its fingerprint. Throws `KeySourceError` if the
 * source is away or never had a key of this database.
 */
export async function openMasterKey(
  source: KeySource,
  known: readonly KnownMasterKey[],
  clock: Clock,
): Promise<OpenedMasterKey> {
  if (source.kind === 'value') return { key: source.key, serviceWrapped: null };
  if (isWrappingSource(source)) return await unwrapByService(source, known, clock);
  const key = await readKeyFile(source.path);
  if (key === null)
    throw new KeySourceError(
      `${source.path} is missing: it holds the encryption key of this database (fingerprint ${listFingerprints(known)}). ` +
        'Put the file back from your copy, or set ENCRYPTION_KEY to the key.',
    );
  return { key, serviceWrapped: null };
}

/** During a rotation from one service to another, each unwraps only its own. */
async function unwrapByService(
  source: AwsKmsSettings | VaultSettings,
  known: readonly KnownMasterKey[],
  clock: Clock,
): Promise<OpenedMasterKey> {
  const wrapper = createKeyWrapper(source, () => clock.now());
  let failure = new KeySourceError(
    `The encryption key of this database (fingerprint ${listFingerprints(known)}) is not wrapped by ${source.kind === 'awskms' ? 'AWS KMS' : 'Vault'}. ` +
      'Set ENCRYPTION_KEY as it was, and move the key there with ENCRYPTION_KEY_NEXT and npm run keys:rotate.',
  );
  for (const { fingerprint: expected, serviceWrapped } of known) {
    if (serviceWrapped === null) continue;
    try {
      const key = await wrapper.unwrap(serviceWrapped);
      if (fingerprint(key) === expected) return { key, serviceWrapped };
    } catch (error) {
      if (!(error instanceof KeySourceError)) throw error;
      failure = error;
    }
  }
  throw failure;
}

const listFingerprints = (known: readonly KnownMasterKey[]) =>
  known.map((master) => master.fingerprint).join(' or ') || 'unknown';

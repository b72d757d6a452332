import { existsSync } from 'node:fs';
import type { KeySource } from '../../../platform/config/key-source.ts';
import { fingerprint } from '../../../platform/crypto/encrypt-value.ts';
import type { Random } from '../../../platform/ids/random.ts';
import { KeySourceError } from '../../../platform/keys/key-source-error.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import { readKeyFile, readOrCreateKeyFile, replaceKeyFile, writeKeyFile } from '../key-file.ts';
import { createMasterKey, type KnownMasterKey, type OpenedMasterKey, openMasterKey } from '../open-master-key.ts';

export interface RotationSources {
  current: KeySource;
  /** ENCRYPTION_KEY_NEXT. Null: the next key is kept where the current one is. */
  next: KeySource | null;
}

/** The file beside the key file that holds the next key until the rotation ends. */
const pendingPath = (path: string) => `${path}.next`;

/** Returns the path of the file whose key the rotation replaces in place; null if the next key has another place. */
function findReplacedPath({ current, next }: RotationSources): string | null {
  if (current.kind !== 'file') return null;
  return next === null || (next.kind === 'file' && next.path === current.path) ? current.path : null;
}

/**
 * Creates the next master key, or takes the one that its source holds. A file is on the disk before the database names
 * its key. Throws `KeySourceError`.
 */
export async function createNextKey(
  sources: RotationSources,
  parts: { clock: Clock; random: Random },
): Promise<OpenedMasterKey> {
  const replacedPath = findReplacedPath(sources);
  if (replacedPath !== null)
    return { key: await readOrCreateKeyFile(pendingPath(replacedPath), parts.random), serviceWrapped: null };
  return await createMasterKey(sources.next ?? requireRenewable(sources.current), parts);
}

function requireRenewable(source: KeySource): KeySource {
  if (source.kind !== 'value') return source;
  throw new KeySourceError(
    'ENCRYPTION_KEY is the key itself, so the next key must be given too: ENCRYPTION_KEY_NEXT="$(openssl rand -base64 32)", or file:PATH, awskms:ARN or vault:https://HOST/transit/KEY. Keep it: afterwards it is ENCRYPTION_KEY.',
  );
}

/**
 * Checks that the next start will find the next key, whose rotation began earlier. A lost pending file is written again
 * from `key`. Throws `KeySourceError` if the source holds another key.
 */
export async function checkNextKey(
  sources: RotationSources,
  next: KnownMasterKey & { key: Buffer },
  { clock, random }: { clock: Clock; random: Random },
): Promise<void> {
  const isNext = (key: Buffer | null) => key !== null && fingerprint(key) === next.fingerprint;
  const replacedPath = findReplacedPath(sources);
  if (replacedPath !== null) {
    if (isNext(await readKeyFile(replacedPath))) return;
    if (!existsSync(pendingPath(replacedPath))) await writeKeyFile(pendingPath(replacedPath), next.key, random);
    if (isNext(await readKeyFile(pendingPath(replacedPath)))) return;
  } else {
    const { key } = await openMasterKey(sources.next ?? requireRenewable(sources.current), [next], clock);
    if (isNext(key)) return;
  }
  throw new KeySourceError(
    `A rotation to the key of fingerprint ${next.fingerprint} has begun, and this is another one. Finish that first: give the same ENCRYPTION_KEY_NEXT as then.`,
  );
}

/** Lets the next start find the new key: replaces the key file, and keeps the old one beside it. Returns its path. */
export async function installNextKey(
  sources: RotationSources,
  next: { fingerprint: string },
  retiredId: number,
): Promise<string | null> {
  const path = findReplacedPath(sources);
  if (path === null) return null;
  const oldPath = `${path}.${retiredId}.old`;
  const installed = await readKeyFile(path);
  if (installed === null || fingerprint(installed) !== next.fingerprint)
    await replaceKeyFile(path, pendingPath(path), oldPath);
  return oldPath;
}

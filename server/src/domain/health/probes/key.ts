import { stat } from 'node:fs/promises';
import type { Finding } from '@medcloud/contract/operations/health';
import { fingerprint } from '../../../platform/crypto/encrypt-value.ts';
import { systemScope } from '../../authorization/authorize.ts';
import type { KeyContext } from '../../core/context.ts';
import { masterKeyPath, readMasterKey } from '../../keys/app-keys.ts';
import { findInstallationFact } from '../../keys/installation.ts';
import type { Probe } from '../probe.ts';

export interface KeySource {
  encryptionKey: Buffer | null;
  keysFolder: string;
}

/**
 * Reports where the master key is stored, whether other users can read it, and whether the next start would find it.
 */
export function keyProbe(context: KeyContext, { encryptionKey, keysFolder }: KeySource): Probe {
  return {
    name: 'keys',
    failureCode: 'keys-failed',
    async check() {
      const storedFingerprint = await context.db.within(systemScope('health'), (tx) =>
        findInstallationFact(tx, 'master-key-fingerprint'),
      );
      if (storedFingerprint !== fingerprint(context.keys.master)) throw new Error('The master keys differ.');
      if (encryptionKey !== null) return { code: 'keys-apart', params: {} };
      return await checkKeyFile(masterKeyPath(keysFolder), context.keys.master);
    },
  };
}

async function checkKeyFile(where: string, master: Buffer): Promise<Finding> {
  const storedKey = await readMasterKey(where).catch(() => null);
  if (storedKey === null || !storedKey.equals(master)) return { code: 'keys-missing', params: { where } };
  // Windows has no such modes; the folder's access list applies there
  const isOpen = process.platform !== 'win32' && ((await stat(where)).mode & 0o077) !== 0;
  return { code: isOpen ? 'keys-open' : 'keys-beside', params: { where } };
}

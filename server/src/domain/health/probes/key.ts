import { stat } from 'node:fs/promises';
import type { Finding } from '@medcloud/contract/operations/health';
import { fingerprint } from '../../../platform/crypto/encrypt-value.ts';
import { systemScope } from '../../authorization/authorize.ts';
import type { AppContext } from '../../core/context.ts';
import { masterKeyPath, readMasterKey } from '../../keys/app-keys.ts';
import { findFingerprint } from '../../keys/store.ts';
import type { Probe } from '../probe.ts';

export interface KeySource {
  encryptionKey: Buffer | null;
  keysFolder: string;
}

/** Where the master key lies, whether others may read it, and whether the next start would still find it. */
export function keyProbe(context: Pick<AppContext, 'db' | 'keys'>, { encryptionKey, keysFolder }: KeySource): Probe {
  return {
    name: 'keys',
    failureCode: 'keys-failed',
    async check() {
      const storedFingerprint = await context.db.within(systemScope('health'), findFingerprint);
      if (storedFingerprint !== fingerprint(context.keys.master)) throw new Error('The database knows another key.');
      if (encryptionKey !== null) return { code: 'keys-apart', params: {} };
      return await checkKeyFile(masterKeyPath(keysFolder), context.keys.master);
    },
  };
}

async function checkKeyFile(where: string, master: Buffer): Promise<Finding> {
  const storedKey = await readMasterKey(where).catch(() => null);
  if (storedKey === null || !storedKey.equals(master)) return { code: 'keys-missing', params: { where } };
  // Windows has no such modes: the folder's own access list holds there
  const isOpen = process.platform !== 'win32' && ((await stat(where)).mode & 0o077) !== 0;
  return { code: isOpen ? 'keys-open' : 'keys-beside', params: { where } };
}

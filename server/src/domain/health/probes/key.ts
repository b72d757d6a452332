import { stat } from 'node:fs/promises';
import type { Finding } from '@medcloud/contract/operations/health';
import { fingerprint } from '../../../platform/crypto/sealing.ts';
import { systemScope } from '../../authorization/may.ts';
import { masterKeyPath, readMasterKey } from '../../keys/portal-keys.ts';
import { findFingerprint } from '../../keys/store.ts';
import type { Portal } from '../../portal/portal.ts';
import type { Probe } from '../probe.ts';

export interface KeySource {
  encryptionKey: Buffer | null;
  keysFolder: string;
}

/** Where the master key lies, whether others may read it, and whether the next start would still find it. */
export function keyProbe(portal: Pick<Portal, 'db' | 'keys'>, { encryptionKey, keysFolder }: KeySource): Probe {
  return {
    name: 'keys',
    failed: 'keys-failed',
    async look() {
      const known = await portal.db.within(systemScope('health'), findFingerprint);
      if (known !== fingerprint(portal.keys.master)) throw new Error('The database knows another key.');
      if (encryptionKey !== null) return { code: 'keys-apart', params: {} };
      return await lookAtFile(masterKeyPath(keysFolder), portal.keys.master);
    },
  };
}

async function lookAtFile(where: string, master: Buffer): Promise<Finding> {
  const kept = await readMasterKey(where).catch(() => null);
  if (kept === null || !kept.equals(master)) return { code: 'keys-missing', params: { where } };
  // Windows has no such modes: the folder's own access list holds there
  const isOpen = process.platform !== 'win32' && ((await stat(where)).mode & 0o077) !== 0;
  return { code: isOpen ? 'keys-open' : 'keys-beside', params: { where } };
}

import { stat } from 'node:fs/promises';
import { relative } from 'node:path';
import type { Finding } from '@medcloud/contract/operations/health';
import type { KeySource } from '../../../platform/config/key-source.ts';
import { fingerprint } from '../../../platform/crypto/encrypt-value.ts';
import { KeySourceError } from '../../../platform/keys/key-source-error.ts';
import { systemScope } from '../../authorization/authorize.ts';
import type { AppContext } from '../../core/context.ts';
import { readKeyFile } from '../../keys/key-file.ts';
import { openMasterKey } from '../../keys/open-master-key.ts';
import { listMasterKeys, type MasterKeyRow } from '../../keys/reads.ts';
import type { Probe } from '../probe.ts';

export interface KeyFacts {
  source: KeySource;
  dataDir: string;
  /** The database is in the data folder too. */
  isDatabaseEmbedded: boolean;
}

/**
 * Reports where the master key comes from and how old it is, whether the next start would find it, whether a rotation
 * runs, and whether a copy of the data would include the key.
 */
export function keyProbe(context: Pick<AppContext, 'db' | 'clock' | 'settings'>, facts: KeyFacts): Probe {
  return {
    name: 'keys',
    failureCode: 'keys-failed',
    async check() {
      const masters = await context.db.within(systemScope('health'), listMasterKeys);
      const current = masters.find(({ state }) => state === 'current');
      if (current === undefined) throw new Error('The database names no master key.');
      const { source } = facts;
      const fault =
        source.kind === 'file'
          ? await checkKeyFile(source.path, masters)
          : await checkSource(source, masters, context.clock);
      if (fault !== null) return fault;
      if (masters.length > 1) return { code: 'keys-rotating', params: {} };
      if (source.kind === 'file' && isInside(source.path, facts.dataDir)) {
        const isRed = context.settings.posture === 'production' && facts.isDatabaseEmbedded;
        return { code: isRed ? 'keys-beside-https' : 'keys-beside', params: { where: source.path } };
      }
      const ageMs = Math.max(0, context.clock.now().getTime() - current.createdAt.getTime());
      return { code: 'keys-apart', params: { source: source.kind, ageMs } };
    },
  };
}

const isInside = (path: string, folder: string) => !relative(folder, path).startsWith('..');

const isGood = (masters: readonly MasterKeyRow[], key: Buffer) =>
  masters.some((master) => master.fingerprint === fingerprint(key));

async function checkKeyFile(where: string, masters: readonly MasterKeyRow[]): Promise<Finding | null> {
  const storedKey = await readKeyFile(where).catch(() => null);
  if (storedKey === null || !isGood(masters, storedKey)) return { code: 'keys-missing', params: { where } };
  // Windows has no such modes; the folder's access list applies there
  const isOpen = process.platform !== 'win32' && ((await stat(where)).mode & 0o077) !== 0;
  return isOpen ? { code: 'keys-open', params: { where } } : null;
}

/** A setting that still names the key before a rotation would stop the next start. */
async function checkSource(
  source: KeySource,
  masters: readonly MasterKeyRow[],
  clock: AppContext['clock'],
): Promise<Finding | null> {
  if (source.kind !== 'value' && masters.every(({ serviceWrapped }) => serviceWrapped === null))
    return { code: 'keys-replaced', params: {} };
  try {
    const { key } = await openMasterKey(source, masters, clock);
    return isGood(masters, key) ? null : { code: 'keys-replaced', params: {} };
  } catch (error) {
    if (error instanceof KeySourceError) return { code: 'keys-unreachable', params: { source: source.kind } };
    throw error;
  }
}

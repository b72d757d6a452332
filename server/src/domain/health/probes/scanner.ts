import { limits } from '@medcloud/contract';
import type { Finding } from '@medcloud/contract/operations/health';
import { type ClamdVersion, getClamdVersion } from '../../../platform/outbound/clamd/get-clamd-version.ts';
import { systemScope } from '../../authorization/authorize.ts';
import type { AppContext } from '../../core/context.ts';
import { readScanBacklog, type ScanBacklog } from '../../exams/reads.ts';
import type { Probe } from '../probe.ts';

/** Reports whether the virus scanner answers, how old its signatures are, and which exams wait for it. */
export function scannerProbe({ db, clock, settings }: Pick<AppContext, 'db' | 'clock' | 'settings'>): Probe {
  return {
    name: 'scanner',
    failureCode: 'scanner-failed',
    async check(signal) {
      const { scanner } = settings;
      const version = scanner && (await getClamdVersion(scanner, signal));
      const backlog = await db.within(systemScope('health'), readScanBacklog);
      if (version === null) return findMissing(backlog);
      return findBacklog(backlog) ?? findAge(version, clock.now());
    },
  };
}

function findMissing({ isScannerSeen, waiting, never }: ScanBacklog): Finding {
  if (isScannerSeen) return { code: 'scanner-elsewhere', params: { waiting } };
  return { code: 'scanner-missing', params: { count: never } };
}

function findBacklog({ waiting, oldestMs, overLimit }: ScanBacklog): Finding | null {
  if (overLimit > 0) return { code: 'scanner-limited', params: { count: overLimit } };
  if (waiting > 0 && oldestMs >= limits.scanLateMs)
    return { code: 'scanner-late', params: { waiting, overdueMs: oldestMs } };
  return null;
}

function findAge({ program, signatures }: ClamdVersion, now: Date): Finding {
  if (signatures === null) return { code: 'scanner-undated', params: { program } };
  const ageMs = Math.max(0, now.getTime() - signatures.createdAt.getTime());
  const code = ageMs > limits.signaturesOldMs ? 'scanner-old' : 'scanner-well';
  return { code, params: { program, number: String(signatures.number), ageMs } };
}

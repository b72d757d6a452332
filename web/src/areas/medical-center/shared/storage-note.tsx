import { getQuotaLevel } from '@medcloud/contract/quota';
import { useCenterDashboard } from '../../../calls/medical-center.ts';
import { lazyComponent } from '../../../lib/lazy-component.tsx';

const StorageWarning = lazyComponent(async () => (await import('./storage-warning.tsx')).StorageWarning);

/**
 * Warns where uploads start that the plan's storage is nearly full. The warning is a lazy component, because it is
 * rarely needed.
 */
export function StorageNote() {
  const { data } = useCenterDashboard();
  if (!data || data.quotaBytes === null) return null;
  const usage = { usedBytes: data.totalStorage, quotaBytes: data.quotaBytes };
  const level = getQuotaLevel(usage);
  return level === 'free' ? null : <StorageWarning {...usage} level={level} />;
}

import { quotaLevel } from '@medcloud/contract/quota';
import { useCenterDashboard } from '../../../calls/medical-center.ts';
import { later } from '../../../ui/feedback/later.tsx';

const StorageWarning = later(async () => (await import('./storage-warning.tsx')).StorageWarning);

/** Where uploads begin: that the plan fills up. Nothing while there is room, which is nearly always: the words come when they are needed. */
export function StorageNote() {
  const { data } = useCenterDashboard();
  if (!data || data.quotaBytes === null) return null;
  const use = { usedBytes: data.totalStorage, quotaBytes: data.quotaBytes };
  const level = quotaLevel(use);
  return level === 'free' ? null : <StorageWarning {...use} level={level} />;
}

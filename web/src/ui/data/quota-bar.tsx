import { getQuotaLevel, type QuotaLevel, type StorageUse } from '@medcloud/contract/quota';
import { Progress, type ProgressProps } from '../feedback/progress.tsx';

const variants = {
  free: 'plain',
  filling: 'warning',
  'nearly-full': 'danger',
  full: 'danger',
} as const satisfies Record<QuotaLevel, ProgressProps['variant']>;

/** Shows how much of a plan's storage is used. Renders nothing if the plan has no limit. */
export function QuotaBar({ label, usedBytes, quotaBytes }: StorageUse & { label: string }) {
  if (quotaBytes === null) return null;
  return (
    <Progress
      label={label}
      done={usedBytes}
      total={quotaBytes}
      variant={variants[getQuotaLevel({ usedBytes, quotaBytes })]}
    />
  );
}

/** A center's storage against its plan's. `quotaBytes` is null where no limit was agreed. */
export interface StorageUse {
  usedBytes: number;
  quotaBytes: number | null;
}

/** From which share of the plan on a center is warned, in percent; the second time in earnest. */
export const quotaWarningPercents = { first: 80, last: 95 } as const;

export type QuotaLevel = 'free' | 'filling' | 'nearly-full' | 'full';

/** How full the plan is. Without a limit it is always free. */
export function getQuotaLevel({ usedBytes, quotaBytes }: StorageUse): QuotaLevel {
  if (quotaBytes === null) return 'free';
  if (usedBytes >= quotaBytes) return 'full';
  const percent = (usedBytes / quotaBytes) * 100;
  if (percent >= quotaWarningPercents.last) return 'nearly-full';
  return percent >= quotaWarningPercents.first ? 'filling' : 'free';
}

/** Whether a file of so many bytes may still begin: the last one may fill the plan to its last byte, and a full plan takes not even an empty one. */
export function hasRoomFor({ usedBytes, quotaBytes }: StorageUse, sizeBytes: number): boolean {
  return quotaBytes === null || (usedBytes < quotaBytes && usedBytes + sizeBytes <= quotaBytes);
}

/** A center's used storage and the quota of its plan. `quotaBytes` is null without a limit. */
export interface StorageUse {
  usedBytes: number;
  quotaBytes: number | null;
}

/** Percentages of the quota from which a center is warned: first and last warning. */
export const quotaWarningPercents = { first: 80, last: 95 } as const;

export type QuotaLevel = 'free' | 'filling' | 'nearly-full' | 'full';

/** Returns the fill level of a plan. Without a limit it is always `free`. */
export function getQuotaLevel({ usedBytes, quotaBytes }: StorageUse): QuotaLevel {
  if (quotaBytes === null) return 'free';
  if (usedBytes >= quotaBytes) return 'full';
  const percent = (usedBytes / quotaBytes) * 100;
  if (percent >= quotaWarningPercents.last) return 'nearly-full';
  return percent >= quotaWarningPercents.first ? 'filling' : 'free';
}

/**
 * Checks whether an upload of `sizeBytes` may start. A file may fill the quota to its last byte. A full quota accepts
 * no file, not even an empty one.
 */
export function hasRoomFor({ usedBytes, quotaBytes }: StorageUse, sizeBytes: number): boolean {
  return quotaBytes === null || (usedBytes < quotaBytes && usedBytes + sizeBytes <= quotaBytes);
}

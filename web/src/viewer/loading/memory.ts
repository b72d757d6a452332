const megabyte = 1_048_576;

/** Memory limits for images: decoded and encoded ones. */
export interface MemoryBounds {
  readonly decodedBytes: number;
  readonly encodedBytes: number;
  /** For the volume while its planes are shown. Decoded images are purged then. */
  readonly volumeBytes: number;
}

/**
 * Returns limits for the device's memory in GB, as rounded by browsers (undefined if unknown). At most 136 MB: a tab
 * uses about 230 MB with its first image, about 300 MB for data in transit or not yet collected, and may use 700 MB
 * with 1000 slices.
 */
export function memoryBounds(deviceGigabytes: number | undefined, isPhone: boolean): MemoryBounds {
  const gigabytes = deviceGigabytes ?? (isPhone ? 2 : 4);
  if (gigabytes <= 1) return { decodedBytes: 64 * megabyte, encodedBytes: 32 * megabyte, volumeBytes: 32 * megabyte };
  if (gigabytes <= 2 || isPhone)
    return { decodedBytes: 64 * megabyte, encodedBytes: 48 * megabyte, volumeBytes: 64 * megabyte };
  return { decodedBytes: 72 * megabyte, encodedBytes: 64 * megabyte, volumeBytes: 96 * megabyte };
}

/** Returns the device's memory in GB, or undefined if the browser does not report it. */
export function deviceMemory(): number | undefined {
  return 'deviceMemory' in navigator && typeof navigator.deviceMemory === 'number' ? navigator.deviceMemory : undefined;
}

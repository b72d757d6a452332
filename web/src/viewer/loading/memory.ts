const megabyte = 1_048_576;

/** How much of the tab's memory pictures may take: decoded ones, and encoded ones beside them. */
export interface MemoryBounds {
  readonly decodedBytes: number;
  readonly encodedBytes: number;
  /** Of the one volume that is held while its planes are looked at; decoded pictures are let go of then. */
  readonly volumeBytes: number;
}

/**
 * By the device's memory in GB, as browsers round it (undefined where they do not tell). At most 136 MB: a tab takes some 230 MB with
 * its first picture, and some 300 MB for what is on its way or not yet collected, and may take 700 with 1000 slices.
 */
export function memoryBounds(deviceGigabytes: number | undefined, isPhone: boolean): MemoryBounds {
  const gigabytes = deviceGigabytes ?? (isPhone ? 2 : 4);
  if (gigabytes <= 1) return { decodedBytes: 64 * megabyte, encodedBytes: 32 * megabyte, volumeBytes: 32 * megabyte };
  if (gigabytes <= 2 || isPhone)
    return { decodedBytes: 64 * megabyte, encodedBytes: 48 * megabyte, volumeBytes: 64 * megabyte };
  return { decodedBytes: 72 * megabyte, encodedBytes: 64 * megabyte, volumeBytes: 96 * megabyte };
}

/** In GB, where the browser tells it. */
export function deviceMemory(): number | undefined {
  return 'deviceMemory' in navigator && typeof navigator.deviceMemory === 'number' ? navigator.deviceMemory : undefined;
}

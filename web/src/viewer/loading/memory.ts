const megabyte = 1_048_576;

/** Memory limits for images: decoded and encoded ones. */
export interface MemoryBounds {
  readonly decodedBytes: number;
  readonly encodedBytes: number;
  /** For the volume while its planes are shown. Decoded images are purged then. */
  readonly volumeBytes: number;
}

/**
 * Returns limits for the device's memory in GB, as rounded by browsers (undefined if unknown). Images use at most 136
 * MB: a tab uses about 230 MB with its first image, about 300 MB for data in transit or not yet collected, and may use
 * 700 MB with 1000 slices. A volume is allowed more: 1,600 slices of 512 x 512 are 800 MB.
 */
export function memoryBounds(deviceGigabytes: number | undefined, isPhone: boolean): MemoryBounds {
  const gigabytes = deviceGigabytes ?? (isPhone ? 2 : 4);
  const bounds = (decoded: number, encoded: number, volume: number): MemoryBounds => ({
    decodedBytes: decoded * megabyte,
    encodedBytes: encoded * megabyte,
    volumeBytes: volume * megabyte,
  });
  if (gigabytes <= 1) return bounds(64, 32, 48);
  if (gigabytes <= 2 || isPhone) return bounds(64, 48, 96);
  return bounds(72, 64, gigabytes < 8 ? 400 : 800);
}

/** Returns the device's memory in GB, or undefined if the browser does not report it. */
export function deviceMemory(): number | undefined {
  return 'deviceMemory' in navigator && typeof navigator.deviceMemory === 'number' ? navigator.deviceMemory : undefined;
}

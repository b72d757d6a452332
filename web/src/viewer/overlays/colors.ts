import type { Color } from '@medcloud/dicom/lab-color';

// Distinct over gray images, also for most people with a color vision deficiency (Okabe and Ito).
const colors: readonly Color[] = [
  [230, 159, 0],
  [86, 180, 233],
  [0, 158, 115],
  [240, 228, 66],
  [213, 94, 0],
  [204, 121, 167],
];

/** Returns the color of an item whose file recommends none. */
export const colorAt = (index: number): Color => colors[index % colors.length] ?? [255, 255, 255];

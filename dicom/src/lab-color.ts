/** Red, green and blue from 0 to 255 (sRGB). */
export type Color = readonly [number, number, number];

// The white of the profile connection space, D50 (ICC.1, 6.3.4.3).
const white = [0.9642, 1, 0.8249] as const;

const fromLab = (t: number) => (t > 6 / 29 ? t ** 3 : 3 * (6 / 29) ** 2 * (t - 4 / 29));
const encodeGamma = (linear: number) => (linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055);
const toByte = (linear: number) => Math.round(255 * encodeGamma(Math.min(1, Math.max(0, linear))));

/**
 * Converts a CIELab color as DICOM stores it, three values from 0 to 65535 (PS3.3 C.10.7.1.1), to sRGB. Colors that a
 * screen cannot show become the nearest ones that it can.
 */
export function colorOfLab([l, a, b]: readonly [number, number, number]): Color {
  const lightness = ((l / 65_535) * 100 + 16) / 116;
  const x = white[0] * fromLab(lightness + ((a / 65_535) * 255 - 128) / 500);
  const y = white[1] * fromLab(lightness);
  const z = white[2] * fromLab(lightness - ((b / 65_535) * 255 - 128) / 200);
  // from D50 to sRGB, adapted by Bradford's transform (IEC 61966-2-1)
  return [
    toByte(3.1338561 * x - 1.6168667 * y - 0.4906146 * z),
    toByte(-0.9787684 * x + 1.9161415 * y + 0.033454 * z),
    toByte(0.0719453 * x - 0.2289914 * y + 1.4052427 * z),
  ];
}

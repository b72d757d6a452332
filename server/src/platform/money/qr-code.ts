import { encode, type QrCodeGenerateOptions } from 'uqr';

/** The dark runs of a QR code's rows, in modules from its top left corner. `size` includes the quiet zone. */
export interface QrCode {
  size: number;
  runs: readonly { x: number; y: number; width: number }[];
}

// ISO 18004 asks for four light modules around the code
const options = { ecc: 'M', boostEcc: false, border: 4 } as const;

/** Creates the QR code of a text, with level M of error correction. Throws above the version that `limits` gives. */
export function createQr(text: string, limits: Pick<QrCodeGenerateOptions, 'maxVersion'> = {}): QrCode {
  const { size, data } = encode(text, { ...options, ...limits });
  return { size, runs: data.flatMap((row, y) => listRuns(row).map((run) => ({ ...run, y }))) };
}

function listRuns(row: readonly boolean[]): { x: number; width: number }[] {
  const runs: { x: number; width: number }[] = [];
  for (const [x, isDark] of row.entries()) {
    const last = runs.at(-1);
    if (isDark && last !== undefined && last.x + last.width === x) last.width += 1;
    else if (isDark) runs.push({ x, width: 1 });
  }
  return runs;
}

/** Writes a QR code as an SVG path, one unit a module. */
export const toSvgPath = ({ runs }: QrCode) =>
  runs.map(({ x, y, width }) => `M${x} ${y}h${width}v1h-${width}z`).join('');

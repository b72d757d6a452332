/** What a compressed image says of itself, read from its header. */
export interface Codestream {
  readonly coding: 'jpeg' | 'jpeg-ls' | 'jpeg-2000';
  readonly columns: number;
  readonly rows: number;
  readonly components: number;
  /** Bits of a sample, of the component with the most. */
  readonly bits: number;
  /** The order of a JPEG-LS image's samples (ISO 14495-1 C.2.3), null for other codings. */
  readonly interleave: 'plane' | 'line' | 'pixel' | null;
}

const SOI = 0xffd8;
const START_OF_SCAN = 0xda;
const JPEG_LS_FRAME = 0xf7;
// Start of frame: C0 to CF without the tables DHT, JPG and DAC (ITU-T T.81 table B.1).
const NOT_FRAMES: readonly number[] = [0xc4, 0xc8, 0xcc];
const SOC_AND_SIZ = 0xff4fff51;
const INTERLEAVES = ['plane', 'line', 'pixel'] as const;

/**
 * Reads the header of a JPEG or JPEG-LS image (ITU-T T.81 B.2, ISO 14495-1 C.2) or a JPEG 2000 codestream (ISO 15444-1
 * A.5.1), also within a JP2 file. Returns null for other bytes and for a truncated header.
 */
export function readCodestream(bytes: Uint8Array): Codestream | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.byteLength < 12) return null;
  try {
    if (view.getUint16(0) === SOI) return readJpeg(view);
    const start = findJpeg2000(view);
    return start === null ? null : readJpeg2000(view, start);
  } catch (error) {
    if (error instanceof RangeError) return null; // the header is longer than the bytes
    throw error;
  }
}

function readJpeg(view: DataView): Codestream | null {
  let frame: Omit<Codestream, 'interleave'> | null = null;
  for (let at = 2; ; ) {
    if (view.getUint8(at) !== 0xff) return null;
    const kind = view.getUint8(at + 1);
    if (kind === 0xff) {
      at += 1; // fill byte
      continue;
    }
    if (kind === START_OF_SCAN) {
      if (frame === null) return null;
      const interleave = view.getUint8(at + 4 + 1 + 2 * view.getUint8(at + 4) + 1);
      return { ...frame, interleave: frame.coding === 'jpeg-ls' ? (INTERLEAVES[interleave] ?? null) : null };
    }
    if (kind === JPEG_LS_FRAME || (kind >= 0xc0 && kind <= 0xcf && !NOT_FRAMES.includes(kind))) {
      frame = {
        coding: kind === JPEG_LS_FRAME ? 'jpeg-ls' : 'jpeg',
        bits: view.getUint8(at + 4),
        rows: view.getUint16(at + 5),
        columns: view.getUint16(at + 7),
        components: view.getUint8(at + 9),
      };
    }
    at += 2 + view.getUint16(at + 2);
  }
}

/** Returns where the codestream starts: at once, or in the box `jp2c` of a JP2 file (ISO 15444-1 I.5.4). */
function findJpeg2000(view: DataView): number | null {
  if (view.getUint32(0) === SOC_AND_SIZ) return 0;
  if (view.getUint32(4) !== 0x6a502020) return null;
  for (let at = 0; ; ) {
    const length = view.getUint32(at);
    if (view.getUint32(at + 4) === 0x6a703263) return at + (length === 1 ? 16 : 8);
    if (length < 8) return null;
    at += length;
  }
}

function readJpeg2000(view: DataView, start: number): Codestream | null {
  if (view.getUint32(start) !== SOC_AND_SIZ) return null;
  const size = start + 4;
  const components = view.getUint16(size + 36);
  const bits = Array.from({ length: components }, (_, index) => (view.getUint8(size + 38 + 3 * index) & 0x7f) + 1);
  return {
    coding: 'jpeg-2000',
    columns: view.getUint32(size + 4) - view.getUint32(size + 12),
    rows: view.getUint32(size + 8) - view.getUint32(size + 16),
    components,
    bits: Math.max(...bits),
    interleave: null,
  };
}

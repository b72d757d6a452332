/** What a compressed image says of itself, read from its header. */
export interface Codestream {
  /** `jpeg`: lossy. */
  readonly coding: 'jpeg' | 'jpeg-lossless' | 'jpeg-ls' | 'jpeg-2000';
  readonly columns: number;
  readonly rows: number;
  readonly components: number;
  /** Bits of a sample, of the component with the most. */
  readonly bits: number;
  /** The samples have a sign. Only JPEG 2000 says so. */
  readonly isSigned: boolean;
  /** The image is at its end, which only JPEG and JPEG-LS mark. */
  readonly isComplete: boolean;
  /** JPEG 2000 decodes to RGB, whatever its encoder was given (ISO 15444-1 A.6.1). */
  readonly hasColorTransform: boolean;
  /** The order of a JPEG-LS image's samples (ISO 14495-1 C.2.3), null for other codings. */
  readonly interleave: 'plane' | 'line' | 'pixel' | null;
}

const SOI = 0xffd8;
const START_OF_SCAN = 0xda;
const JPEG_LS_FRAME = 0xf7;
// C3: lossless, sequential, Huffman. Other lossless frames are not decoded by anyone.
const LOSSLESS_FRAME = 0xc3;
const LOSSY_FRAMES: readonly number[] = [0xc0, 0xc1, 0xc2];
const END_OF_IMAGE = [0xff, 0xd9] as const;
// Padding, and what some devices add after the image.
const TAIL_BYTES = 1_024;
const SOC_AND_SIZ = 0xff4fff51;
const CODING_STYLE = 0xff52;
const START_OF_TILE = 0xff90;
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
      const parameters = at + 4 + 1 + 2 * view.getUint8(at + 4);
      const interleave = view.getUint8(parameters + 1);
      // a lossless image whose values are shifted by a point transform (T.81 H.1.2.1)
      if (frame.coding === 'jpeg-lossless' && (view.getUint8(parameters + 2) & 0x0f) > 0) return null;
      return { ...frame, interleave: frame.coding === 'jpeg-ls' ? (INTERLEAVES[interleave] ?? null) : null };
    }
    const coding = codingOf(kind);
    if (coding !== null) {
      frame = {
        coding,
        isSigned: false,
        hasColorTransform: false,
        isComplete: hasEnd(view),
        bits: view.getUint8(at + 4),
        rows: view.getUint16(at + 5),
        columns: view.getUint16(at + 7),
        components: view.getUint8(at + 9),
      };
    }
    at += 2 + view.getUint16(at + 2);
  }
}

/** Returns the coding of a start of frame (T.81 table B.1), null for other markers. */
function codingOf(kind: number): Codestream['coding'] | null {
  if (kind === JPEG_LS_FRAME) return 'jpeg-ls';
  if (kind === LOSSLESS_FRAME) return 'jpeg-lossless';
  return LOSSY_FRAMES.includes(kind) ? 'jpeg' : null;
}

function hasEnd(view: DataView): boolean {
  for (let at = view.byteLength - 2; at >= Math.max(0, view.byteLength - TAIL_BYTES); at--)
    if (view.getUint8(at) === END_OF_IMAGE[0] && view.getUint8(at + 1) === END_OF_IMAGE[1]) return true;
  return false;
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
  const depths = Array.from({ length: components }, (_, index) => view.getUint8(size + 38 + 3 * index));
  return {
    coding: 'jpeg-2000',
    columns: view.getUint32(size + 4) - view.getUint32(size + 12),
    rows: view.getUint32(size + 8) - view.getUint32(size + 16),
    components,
    bits: Math.max(...depths.map((depth) => (depth & 0x7f) + 1)),
    isSigned: depths.some((depth) => depth >= 0x80),
    hasColorTransform: findColorTransform(view, size),
    isComplete: true,
    interleave: null,
  };
}

/** Reads the coding style among the markers after the image's size (ISO 15444-1 A.6.1). */
function findColorTransform(view: DataView, size: number): boolean {
  for (let at = size + view.getUint16(size); ; ) {
    const marker = view.getUint16(at);
    if (marker === CODING_STYLE) return view.getUint8(at + 8) === 1;
    if (marker === START_OF_TILE || marker < 0xff00) return false;
    at += 2 + view.getUint16(at + 2);
  }
}

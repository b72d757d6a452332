import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { estimateWindow } from './estimate-window.ts';
import type { PixelAttributes, Window } from './pixel-attributes.ts';
import { nativePixels, renderDecoded, renderFrame } from './render-frame.ts';
import { isPlainGray, renderGray } from './render-gray.ts';
import { shrinkGray } from './shrink-gray.ts';

const explicitLittleEndian = '1.2.840.10008.1.2.1';

const attributesOf = (changes: Partial<PixelAttributes> = {}): PixelAttributes => {
  const bitsStored = changes.bitsStored ?? 12;
  return {
    rows: 32,
    columns: 32,
    samples: 1,
    photometric: 'MONOCHROME2',
    bitsAllocated: 16,
    bitsStored,
    highBit: bitsStored - 1,
    isSigned: false,
    isFloat: false,
    planarConfiguration: 0,
    slope: 1,
    intercept: 0,
    window: null,
    aspect: 1,
    modalityLut: null,
    voiLut: null,
    palette: null,
    hasSupplementalPalette: false,
    swappedBytes: 1,
    ...changes,
  };
};

/** Every bit pattern occurs, also in the bits that store no value. */
function testPixels({ rows, columns, bitsAllocated }: PixelAttributes, seed: number): Buffer {
  const bytes = Buffer.alloc(rows * columns * (bitsAllocated / 8));
  let state = seed;
  for (let index = 0; index < bytes.length; index++) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    bytes[index] = state >>> 16;
  }
  return bytes;
}

/** Renders with the library as RGBA and returns the red channel. */
async function renderByLibrary(bytes: Uint8Array, attributes: PixelAttributes, window: Window): Promise<Uint8Array> {
  const native = nativePixels(bytes, attributes, explicitLittleEndian);
  const { pixels } = await renderDecoded(native, attributes, explicitLittleEndian, window);
  return pixels.filter((_, index) => index % 4 === 0);
}

function expectWithinOneLevel(found: Uint8Array, expected: Uint8Array): void {
  expect(found.length).toBe(expected.length);
  const differences = found.map((value, index) => Math.abs(value - (expected[index] ?? 0)));
  expect(Math.max(...differences)).toBeLessThanOrEqual(1);
}

/** The shade of a value by PS3.3 C.11.2.1.2 and C.11.2.1.3, with ymin 0 and ymax 255. */
function standardShade(x: number, { center: c, width: w, shape }: Window): number {
  if (shape === 'sigmoid') return 255 / (1 + Math.exp((-4 * (x - c)) / w));
  if (shape === 'linear-exact') {
    if (x <= c - w / 2) return 0;
    return x > c + w / 2 ? 255 : ((x - c) / w + 0.5) * 255;
  }
  if (x <= c - 0.5 - (w - 1) / 2) return 0;
  return x > c - 0.5 + (w - 1) / 2 ? 255 : ((x - (c - 0.5)) / (w - 1) + 0.5) * 255;
}

function renderByStandard(bytes: Buffer, attributes: PixelAttributes, window: Window): Uint8Array {
  const { rows, columns, bitsAllocated, bitsStored, highBit, isSigned, slope, intercept, photometric } = attributes;
  const range = 2 ** bitsStored;
  return Uint8Array.from({ length: rows * columns }, (_, index) => {
    const word = bitsAllocated === 8 ? bytes.readUInt8(index) : bytes.readUInt16LE(index * 2);
    const raw = Math.floor(word / 2 ** (highBit + 1 - bitsStored)) % range;
    const stored = isSigned && raw >= range / 2 ? raw - range : raw;
    const shade = Math.round(standardShade(stored * slope + intercept, window));
    return photometric === 'MONOCHROME1' ? 255 - shade : shade;
  });
}

const anyAttributes = fc
  .record({
    bitsAllocated: fc.constantFrom(8, 16),
    share: fc.double({ min: 0, max: 1, noNaN: true }),
    shift: fc.nat(4),
    isSigned: fc.boolean(),
    photometric: fc.constantFrom('MONOCHROME1', 'MONOCHROME2'),
    slope: fc.constantFrom(1, 2, -1, 3),
    intercept: fc.integer({ min: -2_000, max: 2_000 }),
  })
  .map(({ bitsAllocated, share, shift, ...rest }) => {
    const bitsStored = 2 + Math.round(share * (bitsAllocated - 2));
    return attributesOf({
      ...rest,
      bitsAllocated,
      bitsStored,
      highBit: Math.min(bitsAllocated - 1, bitsStored - 1 + shift),
    });
  });
// The library reads 8 bits only if all are stored and unsigned, does not shift unsigned values, and ignores slopes below
// 0.1.
const libraryAttributes = anyAttributes.map((some) => {
  const attributes = { ...some, slope: Math.abs(some.slope) };
  const { bitsAllocated, bitsStored, isSigned } = attributes;
  if (bitsAllocated === 8) return { ...attributes, bitsStored: 8, highBit: 7, isSigned: false };
  return isSigned ? attributes : { ...attributes, highBit: bitsStored - 1 };
});
/** Clears the bits that store no value: the library takes them for a part of it. */
function withoutOtherBits(bytes: Buffer, { bitsAllocated, bitsStored, highBit }: PixelAttributes): Buffer {
  if (bitsAllocated === 8) return bytes;
  const mask = (2 ** bitsStored - 1) * 2 ** (highBit + 1 - bitsStored);
  for (let at = 0; at < bytes.length; at += 2) bytes.writeUInt16LE(bytes.readUInt16LE(at) & mask, at);
  return bytes;
}
const anySeed = fc.integer({ min: 1, max: 2 ** 31 - 1 });
const centerAndWidth = { center: fc.integer({ min: -3_000, max: 3_000 }), width: fc.integer({ min: 2, max: 4_000 }) };

describe('renderGray', () => {
  it('renders frames that the library reads as the standard says like it, within one level', async () => {
    await fc.assert(
      fc.asyncProperty(libraryAttributes, fc.record(centerAndWidth), anySeed, async (attributes, range, seed) => {
        const bytes = withoutOtherBits(testPixels(attributes, seed), attributes);
        const window = { ...range, shape: 'linear' } as const;
        expect(isPlainGray(attributes)).toBe(true);
        const { pixels } = renderGray(bytes, attributes, window);
        expectWithinOneLevel(pixels, await renderByLibrary(bytes, attributes, window));
      }),
      { numRuns: 60 },
    );
  });

  it('makes a frame that is shown smaller the mean of its shades at once', () => {
    fc.assert(
      fc.property(anyAttributes, anySeed, (some, seed) => {
        const attributes = { ...some, window: { center: 100, width: 400, shape: 'linear' } } as const;
        const bytes = testPixels(attributes, seed);
        const { width, height, pixels } = renderGray(bytes, attributes, null);
        const shades = Uint8Array.from({ length: 256 }, (_, shade) => shade);
        const expected = shrinkGray({ width, height, pixels, shades, shift: 0 }, 2);
        expect(renderGray(bytes, attributes, null, { width: 16, height: 16 })).toEqual(expected);
      }),
      { numRuns: 20 },
    );
  });

  it('renders every window function as the standard says, also with fractional slopes', () => {
    const window = fc.record({
      center: fc.double({ min: -500, max: 500, noNaN: true }),
      width: fc.double({ min: 1, max: 2_000, noNaN: true }),
      shape: fc.constantFrom('linear', 'linear-exact', 'sigmoid'),
    });
    const slope = fc.oneof(fc.double({ min: 0.001, max: 2, noNaN: true }), fc.constant(-1));
    fc.assert(
      fc.property(anyAttributes, window, slope, anySeed, (some, fileWindow, fileSlope, seed) => {
        const attributes = { ...some, slope: fileSlope, window: fileWindow };
        const bytes = testPixels(attributes, seed);
        const { pixels } = renderGray(bytes, attributes, null);
        expectWithinOneLevel(pixels, renderByStandard(bytes, attributes, fileWindow));
      }),
      { numRuns: 100 },
    );
  });

  it.each([
    ['linear', [0, 0, 255]],
    ['linear-exact', [0, 128, 255]],
    ['sigmoid', [5, 128, 250]],
  ] as const)('shows values around a window of one value with the function %s', (shape, shades) => {
    const attributes = attributesOf({ rows: 1, columns: 3, bitsAllocated: 8, bitsStored: 8 });
    const { pixels } = renderGray(Buffer.from([9, 10, 11]), attributes, { center: 10, width: 1, shape });
    // linear: black up to c - 0.5
    expect([...pixels]).toEqual(shape === 'linear' ? [0, 255, 255] : shades);
  });

  it("prefers the requested window to the file's, and that to an estimated one", () => {
    const attributes = attributesOf({ rows: 1, columns: 3, bitsAllocated: 8, bitsStored: 8 });
    const bytes = Buffer.from([0, 100, 200]);
    const ofFile = { center: 50.5, width: 101, shape: 'linear' } as const;
    const shadesOf = (fileWindow: Window | null, requested: Window | null) => [
      ...renderGray(bytes, { ...attributes, window: fileWindow }, requested).pixels,
    ];
    expect(shadesOf(ofFile, { center: 500, width: 2, shape: 'linear' })).toEqual([0, 0, 0]);
    expect(shadesOf(ofFile, null)).toEqual([0, 255, 255]);
    expect(shadesOf(null, null)).toEqual([0, 128, 255]);
  });

  it.each([
    ['at an odd address', 1, 1],
    ['at an even address', 2, 1],
    ['with the high byte first', 0, 2],
  ])('renders a frame %s', async (_, offset, swappedBytes) => {
    const attributes = attributesOf({ window: { center: 2_000, width: 4_000, shape: 'linear' }, swappedBytes });
    const pixels = testPixels(attributes, 7);
    const memory = Buffer.concat([Buffer.alloc(offset), pixels]);
    const bytes = memory.subarray(offset);
    if (swappedBytes === 2) bytes.swap16();
    const rendered = await renderFrame(bytes, attributes, explicitLittleEndian, null);
    expect(rendered).toMatchObject({ width: 32, height: 32, channels: 1 });
    expect(Buffer.compare(rendered.pixels, renderGray(pixels, attributes, null).pixels)).toBe(0);
  });

  it('refuses an incomplete frame', () => {
    const attributes = attributesOf({ rows: 1, columns: 3, window: { center: 2, width: 4, shape: 'linear' } });
    for (const length of [0, 1, 5])
      expect(() => renderGray(Buffer.alloc(length), attributes, null)).toThrow('unsupported');
    const eightBits = { ...attributes, bitsAllocated: 8, bitsStored: 8, highBit: 7 };
    expect(() => renderGray(Buffer.alloc(2), eightBits, null)).toThrow('unsupported');
  });

  it.each([
    ['color', { samples: 3, photometric: 'RGB' }],
    ['a palette', { photometric: 'PALETTE COLOR' }],
    ['single bits', { bitsAllocated: 1, bitsStored: 1, highBit: 0 }],
    ['32 bits', { bitsAllocated: 32, bitsStored: 32, highBit: 31 }],
    ['more bits stored than allocated', { bitsAllocated: 8, bitsStored: 12, highBit: 11 }],
    ['a high bit below the stored ones', { bitsStored: 12, highBit: 7 }],
  ])('leaves %s to the library', (_, changes) => {
    expect(isPlainGray(attributesOf(changes))).toBe(false);
  });
});

describe('estimateWindow', () => {
  const estimate = (values: number[], changes: Partial<PixelAttributes> = {}) =>
    estimateWindow(Uint16Array.from(values), attributesOf(changes));

  it('covers all but the first and the last percent of the values', () => {
    const values = Array.from({ length: 200 }, (_, index) => (index * 77) % 200);
    expect(estimate(values)).toEqual({ center: 100, width: 196, shape: 'linear' });
    expect(estimate(values, { slope: -1 })).toEqual({ center: -100, width: 196, shape: 'linear' });
  });

  it('reads the stored bits only, with their sign', () => {
    expect(estimate([0xfff0, 0x0010], { bitsStored: 12, highBit: 15, isSigned: true })).toEqual({
      center: 0,
      width: 2,
      shape: 'linear',
    });
  });

  it('is one value wide for a frame of equal values', () => {
    expect(estimate([5, 5, 5])).toEqual({ center: 5, width: 1, shape: 'linear' });
  });
});

import { deflateRawSync } from 'node:zlib';
import { type Codestream, readCodestream } from '../src/index.ts';
import type { DrawnForm, DrawnFrame, DrawnImage } from './drawn-image.ts';
import type { SeededRandom } from './mutate.ts';
import { colorOrders, colorValues, formHeight, formWidth, grayFiles, grayValues, readForm } from './pixel-forms.ts';
import { encodeRle, writeImage } from './write-image.ts';

/** Images whose header is drawn at random: true, contradictory or unknown to the standard. */

export const nativeSyntaxes = ['1.2.840.10008.1.2', '1.2.840.10008.1.2.1', '1.2.840.10008.1.2.2'] as const;
export const rleSyntax = '1.2.840.10008.1.2.5';
export const deflateSyntax = '1.2.840.10008.1.2.8.1';
const lossySyntax = '1.2.840.10008.1.2.4.50';
export const syntaxCodings: ReadonlyMap<string, DrawnFrame['coding']> = new Map([
  ...nativeSyntaxes.map((syntax) => [syntax, 'native'] as const),
  [rleSyntax, 'rle'],
  [deflateSyntax, 'deflate'],
  [lossySyntax, 'jpeg'],
  ...['57', '70'].map((end) => [`1.2.840.10008.1.2.4.${end}`, 'jpeg-lossless'] as const),
  ...['80', '81'].map((end) => [`1.2.840.10008.1.2.4.${end}`, 'jpeg-ls'] as const),
  ...['90', '91', '201', '202', '203'].map((end) => [`1.2.840.10008.1.2.4.${end}`, 'jpeg-2000'] as const),
]);

const values = {
  // MPEG, another organization's, and one that does not exist
  transferSyntax: [...syntaxCodings.keys(), '1.2.840.10008.1.2.4.100', '1.2.3.4', '1.2.840.10008.1.2.77'],
  rows: [formHeight, formHeight, formHeight / 2, formHeight + 1],
  columns: [formWidth, formWidth, formWidth * 2, formWidth - 1],
  samples: [1, 3, 2, 4, 0],
  photometric: [
    'MONOCHROME1',
    'MONOCHROME2',
    'PALETTE COLOR',
    'RGB',
    'YBR_FULL',
    'YBR_FULL_422',
    'YBR_RCT',
    'YBR_ICT',
    'YBR_PARTIAL_420',
    'HSV',
    'CMYK',
    'XYB',
  ],
  bitsAllocated: [1, 8, 16, 32, 64, 12, 24, 0],
  bitsStored: [1, 2, 7, 8, 9, 10, 12, 14, 16, 17, 32, 0],
  highBit: [0, 1, 6, 7, 9, 11, 13, 15, 16, 31, 65_535],
  representation: [0, 1, 2, 65_535],
  planar: [0, 1, 2],
  vr: ['OB', 'OW'],
  hasPalette: [true, false],
} as const satisfies { readonly [K in keyof DrawnForm]: readonly DrawnForm[K][] };

const names = [
  'transferSyntax',
  'rows',
  'columns',
  'samples',
  'photometric',
  'bitsAllocated',
  'bitsStored',
  'highBit',
  'representation',
  'planar',
  'vr',
  'hasPalette',
] as const satisfies (keyof DrawnForm)[];

const pick = <T>(random: SeededRandom, list: readonly [T, ...T[]] | readonly T[]): T => {
  const value = list[random(list.length)];
  if (value === undefined) throw new Error('The list is empty.');
  return value;
};

/** Draws an image: a true one, with up to three attributes of the header changed, or all of them. */
export function drawImage(random: SeededRandom): DrawnImage {
  const { form: trueForm, frame, bytes } = pick(random, [drawProven, drawProven, drawPixels])(random);
  const count = pick(random, [0, 1, 1, 2, 2, 3, names.length]);
  let form = trueForm;
  for (let change = 0; change < count; change++) {
    const name = count === names.length ? pick(random, [names[change] ?? 'planar']) : pick(random, names);
    form = { ...form, [name]: pick<DrawnForm[typeof name]>(random, values[name]) };
  }
  return { form, frame, file: writeImage(form, frame.coding === 'native' ? null : bytes, bytes) };
}

interface TrueImage {
  readonly form: DrawnForm;
  readonly frame: DrawnFrame;
  readonly bytes: Uint8Array;
}

const size = { rows: formHeight, columns: formWidth };
const byte = { bitsAllocated: 8, bitsStored: 8, highBit: 7, representation: 0, planar: 0, vr: 'OB' } as const;

/** Draws a proven file. */
function drawProven(random: SeededRandom): TrueImage {
  const file = pick(random, [...grayFiles, ...colorOrders]);
  if (typeof file === 'string') {
    const form = { ...size, ...byte, samples: 3, photometric: 'RGB', hasPalette: false };
    return fromFile(`color-jpeg-ls-${file}`, form, colorValues);
  }
  const { bitsStored, highBit, isSigned, bitsAllocated } = file.form;
  const form = {
    ...size,
    ...byte,
    samples: 1,
    photometric: pick(random, ['MONOCHROME2', 'MONOCHROME2', 'MONOCHROME1', 'PALETTE COLOR']),
    bitsAllocated,
    bitsStored,
    highBit,
    representation: isSigned ? 1 : 0,
    hasPalette: random(4) > 0,
  };
  const shift = highBit + 1 - bitsStored;
  const words = (bits: number) => grayValues(file.form).map((value) => (value & (2 ** bits - 1)) * 2 ** shift);
  // an encoder that knows signs has them in all of its bits
  return fromFile(file.name, form, ({ bits, isSigned: isSignKnown }) => words(isSignKnown ? bits : bitsStored));
}

function fromFile(
  name: string,
  form: Omit<DrawnForm, 'transferSyntax'>,
  wordsOf: (codestream: Codestream) => readonly number[],
): TrueImage {
  const file = Buffer.from(readForm(name));
  const transferSyntax = /1\.2\.840\.10008\.1\.2\.4\.\d+/.exec(file.toString('latin1'))?.[0] ?? '';
  const bytes = new Uint8Array(file.subarray(file.lastIndexOf('feff00e0', undefined, 'hex') + 8));
  const codestream = readCodestream(bytes);
  if (codestream === null) throw new Error(`${name} has no codestream.`);
  const { coding, bits, isSigned, components } = codestream;
  const words = wordsOf(codestream);
  return { form: { ...form, transferSyntax }, frame: { coding, bits, isSigned, components, words }, bytes };
}

/** Draws a form that the standard allows, with random pixels: native, RLE or deflated. */
function drawPixels(random: SeededRandom): TrueImage {
  const bitsAllocated = pick(random, [1, 8, 8, 16, 16, 32]);
  const isColor = bitsAllocated > 1 && random(2) === 0;
  const bitsStored = isColor && random(2) === 0 ? bitsAllocated : 1 + random(bitsAllocated);
  const photometric = isColor
    ? pick(random, ['RGB', 'RGB', 'YBR_FULL', 'YBR_FULL_422'])
    : pick(random, ['MONOCHROME2', 'MONOCHROME1', 'PALETTE COLOR']);
  const form = {
    ...size,
    samples: isColor ? 3 : 1,
    photometric,
    bitsAllocated,
    bitsStored,
    highBit: bitsStored - 1 + random(bitsAllocated - bitsStored + 1),
    representation: isColor ? 0 : random(2),
    planar: photometric === 'RGB' ? random(2) : 0,
    vr: bitsAllocated > 8 ? ('OW' as const) : pick<'OB' | 'OW'>(random, ['OB', 'OW']),
    hasPalette: random(4) > 0,
  };
  const count = size.rows * size.columns;
  const bytesOf = (samples: number) => Math.ceil((count * samples * bitsAllocated) / 8);
  const draw = (length: number) => Uint8Array.from({ length }, () => random(256));
  const coding = pick(random, ['native', 'native', 'rle', 'deflate'] as const);
  if (coding === 'rle') {
    const segments = Array.from({ length: form.samples * Math.ceil(bitsAllocated / 8) }, () =>
      draw(Math.ceil((count * Math.min(8, bitsAllocated)) / 8)),
    );
    return { form: { ...form, transferSyntax: rleSyntax }, frame: { coding, segments }, bytes: encodeRle(segments) };
  }
  const pixels = draw(bytesOf(photometric === 'YBR_FULL_422' ? 2 : form.samples));
  const transferSyntax = coding === 'native' ? pick(random, nativeSyntaxes) : deflateSyntax;
  const bytes = coding === 'native' ? pixels : deflateRawSync(pixels);
  return { form: { ...form, transferSyntax }, frame: { coding, pixels }, bytes };
}

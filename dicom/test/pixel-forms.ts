import { readFileSync } from 'node:fs';
import type { PixelForm } from '../src/index.ts';
import { encapsulate } from './encapsulate.ts';
import { type TestElement, writeDataSet, writeFile } from './write-data-set.ts';

/** Small images in many forms, whose pixels follow from a formula: one for every coding, by other programs' encoders. */

export const formWidth = 32;
export const formHeight = 24;

/** A form of pixels before they are compressed. */
export interface GrayForm {
  readonly bitsAllocated: 8 | 16;
  readonly bitsStored: number;
  readonly highBit: number;
  readonly isSigned: boolean;
}

const grayForms: readonly GrayForm[] = [
  ...[2, 7, 8, 10, 12, 16].flatMap((bitsStored) =>
    [false, true].map((isSigned) => ({ bitsAllocated: 16 as const, bitsStored, highBit: bitsStored - 1, isSigned })),
  ),
  ...[5, 7, 8].map((bitsStored) => ({
    bitsAllocated: 8 as const,
    bitsStored,
    highBit: bitsStored - 1,
    isSigned: false,
  })),
  { bitsAllocated: 16, bitsStored: 12, highBit: 15, isSigned: false },
];

/**
 * The encoders' files of a gray form. The first three are made by DCMTK and GDCM, which encode all allocated bits; the
 * others by CharLS, OpenJPEG and OpenJPH themselves, which encode only the stored ones.
 */
export const grayCodings = ['jpeg-ls', 'jpeg-2000', 'jpeg-lossless', 'charls', 'openjpeg', 'openjph'] as const;
export type GrayCoding = (typeof grayCodings)[number];

/** The orders of a JPEG-LS color image's samples. */
export const colorOrders = ['plane', 'line', 'pixel'] as const;

export const nameOf = ({ bitsAllocated, bitsStored, highBit, isSigned }: GrayForm) =>
  `gray-${bitsAllocated}-${bitsStored}-${highBit}${isSigned ? '-signed' : ''}`;

/** All gray forms with their codings; the high bit that is not the last stored one only in DCMTK's JPEG-LS. */
export const grayFiles = grayForms.flatMap((form) =>
  grayCodings
    .filter((coding) => coding === 'jpeg-ls' || form.highBit === form.bitsStored - 1)
    // OpenJPEG and OpenJPH write signed values of up to 8 bits wrong
    .filter((coding) => !(coding.startsWith('openj') && form.isSigned && form.bitsStored <= 8))
    .map((coding) => ({ form, coding, name: `${nameOf(form)}-${coding}` })),
);

/** Returns the stored value of a pixel, negative ones included. */
export function grayAt({ bitsStored, isSigned }: GrayForm, x: number, y: number): number {
  const range = 2 ** bitsStored;
  const value = ((x * 7 + y * 13) * Math.max(1, range / 256) + ((x * y) % Math.max(1, range / 2))) % range;
  return Math.floor(value) - (isSigned ? range / 2 : 0);
}

/** Returns the red, green and blue of a pixel. */
export const colorAt = (x: number, y: number): [number, number, number] => [
  (x * 4) % 256,
  (y * 5) % 256,
  ((x + y) * 3) % 256,
];

const positions = Array.from({ length: formWidth * formHeight }, (_, place) => ({
  x: place % formWidth,
  y: Math.floor(place / formWidth),
}));

/** Reads the stored values of native pixels, low byte first (PS3.5 8.1.1). */
export function readStoredValues(
  pixels: Uint8Array,
  { bitsAllocated, bitsStored, highBit, isSigned }: Omit<GrayForm, 'bitsAllocated'> & { bitsAllocated: number },
): number[] {
  const copy = Uint8Array.from(pixels);
  const range = 2 ** bitsStored;
  return Array.from(bitsAllocated === 8 ? copy : new Uint16Array(copy.buffer), (word) => {
    const value = (word >>> (highBit + 1 - bitsStored)) % range;
    return isSigned && value >= range / 2 ? value - range : value;
  });
}

/** Returns the values of all pixels, row by row. */
export const grayValues = (form: GrayForm) => positions.map(({ x, y }) => grayAt(form, x, y));
export const colorValues = () => positions.flatMap(({ x, y }) => colorAt(x, y));

const text = (value: string) => Buffer.from(value.length % 2 === 0 ? value : `${value}\0`);
const short = (value: number) => Buffer.from(Uint16Array.of(value).buffer);

const explicitLittle = { isExplicitVr: true, isLittleEndian: true };

interface PixelElements extends Omit<PixelForm, 'rows' | 'columns' | 'planarConfiguration'> {
  readonly name: string;
  readonly pixels: TestElement;
  /** Elements before the first of the pixels' attributes, and after the last. */
  readonly before?: readonly TestElement[];
  readonly further?: readonly TestElement[];
  /** Instead of the pixels: a compressed frame. */
  readonly frame?: CompressedFrame | undefined;
}

export interface CompressedFrame {
  readonly bytes: Uint8Array;
  readonly transferSyntax: string;
}

/** Returns the instance UID of a form's file. */
export const uidOf = (name: string) =>
  `2.25.${BigInt(`0x${Buffer.from(name.slice(0, 40)).toString('hex')}`) % 10n ** 30n}`;

/** Writes a secondary capture with these pixels, uncompressed. */
export function writeForm({
  name,
  samples,
  photometric,
  pixels,
  before = [],
  further = [],
  ...form
}: PixelElements): Uint8Array {
  const elements: TestElement[] = [
    { tag: 0x00080016, vr: 'UI', value: text('1.2.840.10008.5.1.4.1.1.7') },
    { tag: 0x00080018, vr: 'UI', value: text(uidOf(name)) },
    { tag: 0x00080060, vr: 'CS', value: text('OT') },
    ...before,
    { tag: 0x00100010, vr: 'PN', value: text('Test^Forms') },
    { tag: 0x00100020, vr: 'LO', value: text('F1') },
    { tag: 0x0020000d, vr: 'UI', value: text('2.25.1802') },
    { tag: 0x0020000e, vr: 'UI', value: text('2.25.1803') },
    { tag: 0x00280002, vr: 'US', value: short(samples) },
    { tag: 0x00280004, vr: 'CS', value: text(photometric) },
    ...(samples > 1 ? [{ tag: 0x00280006, vr: 'US', value: short(0) }] : []),
    { tag: 0x00280010, vr: 'US', value: short(formHeight) },
    { tag: 0x00280011, vr: 'US', value: short(formWidth) },
    { tag: 0x00280100, vr: 'US', value: short(form.bitsAllocated) },
    ...(pixels.tag === 0x7fe00010
      ? [
          { tag: 0x00280101, vr: 'US', value: short(form.bitsStored) },
          { tag: 0x00280102, vr: 'US', value: short(form.highBit) },
          { tag: 0x00280103, vr: 'US', value: short(form.isSigned ? 1 : 0) },
        ]
      : []),
    ...further,
  ];
  const { frame } = form;
  if (frame !== undefined) {
    const head = writeDataSet(elements, explicitLittle);
    return writeFile(
      new Uint8Array(Buffer.concat([head, encapsulate([frame.bytes], explicitLittle)])),
      frame.transferSyntax,
    );
  }
  elements.push(pixels);
  return writeFile(writeDataSet(elements, explicitLittle), '1.2.840.10008.1.2.1');
}

/** Writes the file of a gray form: uncompressed, or with a compressed frame. */
export function writeGray(
  form: GrayForm,
  name = nameOf(form),
  { frame, further = [] }: Pick<PixelElements, 'frame' | 'further'> = {},
): Uint8Array {
  const range = 2 ** form.bitsStored;
  const stored = grayValues(form).map((value) => ((value + range) % range) << (form.highBit + 1 - form.bitsStored));
  const value = form.bitsAllocated === 8 ? Uint8Array.from(stored) : new Uint8Array(Uint16Array.from(stored).buffer);
  const pixels = { tag: 0x7fe00010, vr: form.bitsAllocated === 8 ? 'OB' : 'OW', value };
  return writeForm({ ...form, name, samples: 1, photometric: 'MONOCHROME2', pixels, frame, further });
}

/** A form of 12 bits, the commonest of CT and MR. */
export const gray12: GrayForm = { bitsAllocated: 16, bitsStored: 12, highBit: 11, isSigned: false };

/** Writes a file with an overlay in the highest bit of half of the pixels, as older devices do (PS3.5 8.1.1). */
export function writeOverlay(name: string): Uint8Array {
  const value = Uint16Array.from(grayValues(gray12), (stored, place) => stored + (place % 2 === 0 ? 0x8000 : 0));
  const pixels = { tag: 0x7fe00010, vr: 'OW', value: new Uint8Array(value.buffer) };
  return writeForm({ ...gray12, name, samples: 1, photometric: 'MONOCHROME2', pixels });
}

/** Writes the uncompressed file in color. */
export function writeColor(name = 'color'): Uint8Array {
  const pixels = { tag: 0x7fe00010, vr: 'OB', value: Uint8Array.from(colorValues()) };
  const form = { bitsAllocated: 8, bitsStored: 8, highBit: 7, isSigned: false };
  return writeForm({ ...form, name, samples: 3, photometric: 'RGB', pixels });
}

/**
 * Forms of a palette: bits of the pixels, and of the entries; the value of the first entry and the number of entries,
 * if not all values have one (PS3.3 C.7.6.3.1.5); and whether they are written in segments (C.7.9.2).
 */
export const paletteForms = [
  { pixelBits: 8, entryBits: 8, first: 0, count: 256, isSegmented: false },
  { pixelBits: 8, entryBits: 16, first: 0, count: 256, isSegmented: false },
  { pixelBits: 16, entryBits: 16, first: 0, count: 65_536, isSegmented: false },
  { pixelBits: 8, entryBits: 16, first: 40, count: 150, isSegmented: false },
  { pixelBits: 8, entryBits: 8, first: 0, count: 100, isSegmented: false },
  { pixelBits: 8, entryBits: 16, first: 0, count: 256, isSegmented: true },
] as const;
export type PaletteForm = (typeof paletteForms)[number];

export const paletteName = ({ pixelBits, entryBits, first, count, isSegmented }: PaletteForm) =>
  `palette-${pixelBits}-${entryBits}-${first}-${count}${isSegmented ? '-segments' : ''}`;

/** Returns the entry of an index, 0 to 1. */
const paletteFactors = [1, 3, 7] as const;
const entryAt = (index: number, count: number, factor: number) => ((index * factor) % count) / (count - 1);

const indexAt = ({ pixelBits }: PaletteForm, x: number, y: number) =>
  pixelBits === 8 ? (x * 4 + y * 5) % 256 : (x * 1_000 + y * 200) % 65_536;

/** Returns red, green and blue of all pixels, 0 to 255. */
export const paletteColors = (form: PaletteForm) =>
  positions.flatMap(({ x, y }) => {
    const entry = Math.min(Math.max(indexAt(form, x, y) - form.first, 0), form.count - 1);
    return paletteFactors.map((factor) => 255 * entryAt(entry, form.count, factor));
  });

/** Writes entries in segments: the first two as they are, then a line to each next one. */
const segmentsOf = (entries: readonly number[]) => [
  0,
  2,
  ...entries.slice(0, 2),
  ...entries.slice(2).flatMap((end) => [1, 1, end]),
];

/** Writes the file of a palette. */
export function writePalette(form: PaletteForm, name = paletteName(form)): Uint8Array {
  const { pixelBits, entryBits, count, first, isSegmented } = form;
  const bytesOf = (values: readonly number[], bits: number) =>
    bits === 8 ? Uint8Array.from(values) : new Uint8Array(Uint16Array.from(values).buffer);
  const descriptor = new Uint8Array(Uint16Array.of(count % 65_536, first, entryBits).buffer);
  const tables = paletteFactors.map((factor) => {
    const entries = Array.from({ length: count }, (_, index) =>
      Math.round((2 ** entryBits - 1) * entryAt(index, count, factor)),
    );
    return bytesOf(isSegmented ? segmentsOf(entries) : entries, entryBits);
  });
  const indexes = positions.map(({ x, y }) => indexAt(form, x, y));
  return writeForm({
    name,
    samples: 1,
    photometric: 'PALETTE COLOR',
    bitsAllocated: pixelBits,
    bitsStored: pixelBits,
    highBit: pixelBits - 1,
    isSigned: false,
    further: [
      ...[0x00281101, 0x00281102, 0x00281103].map((tag) => ({ tag, vr: 'US', value: descriptor })),
      ...tables.map((value, place) => ({ tag: (isSegmented ? 0x00281221 : 0x00281201) + place, vr: 'OW', value })),
    ],
    pixels: { tag: 0x7fe00010, vr: pixelBits === 8 ? 'OB' : 'OW', value: bytesOf(indexes, pixelBits) },
  });
}

/** Reads an encoder's file. */
export const readForm = (name: string): Uint8Array =>
  new Uint8Array(readFileSync(new URL(`pixel-forms/${name}.dcm`, import.meta.url)));

import { describe, expect, it } from 'vitest';
import { colorOrders, formHeight, formWidth, grayFiles, readForm } from '../../test/pixel-forms.ts';
import { testFile } from '../../test/test-files.ts';
import { readCodestream } from './codestream.ts';
import { findContradiction, isKnownForm, isProven } from './pixel-form.ts';
import { isReadableInBrowser } from './readable-form.ts';

const frameOf = (file: Uint8Array) => {
  // after the Pixel Data element, an offset table and the header of the first fragment
  const start = Buffer.from(file).lastIndexOf(Buffer.from('feff00e0', 'hex')) + 8;
  return file.subarray(start);
};

const form = (changes: object = {}) => ({
  rows: formHeight,
  columns: formWidth,
  samples: 1,
  photometric: 'MONOCHROME2',
  bitsAllocated: 16,
  bitsStored: 12,
  highBit: 11,
  isSigned: false,
  planarConfiguration: 0,
  ...changes,
});
const codestream = (changes: object = {}) => ({
  coding: 'jpeg-2000' as const,
  rows: formHeight,
  columns: formWidth,
  components: 1,
  bits: 12,
  isSigned: false,
  hasColorTransform: false,
  isComplete: true,
  interleave: null,
  ...changes,
});

describe('readCodestream', () => {
  it.each(grayFiles)('reads the header of $name', ({ form: { bitsAllocated, bitsStored }, name }) => {
    const found = readCodestream(frameOf(readForm(name)));
    expect(found).toMatchObject({ rows: formHeight, columns: formWidth, components: 1 });
    expect([bitsStored, bitsAllocated]).toContain(found?.bits);
  });

  it.each(colorOrders)('reads that samples are ordered by %s', (interleave) => {
    const frame = frameOf(readForm(`color-jpeg-ls-${interleave}`));
    expect(readCodestream(frame)).toEqual({
      coding: 'jpeg-ls',
      rows: formHeight,
      columns: formWidth,
      components: 3,
      bits: 8,
      isSigned: false,
      hasColorTransform: false,
      isComplete: true,
      interleave,
    });
  });

  it('returns null for other bytes, and for every truncated header', () => {
    expect(readCodestream(new Uint8Array(0))).toBeNull();
    expect(readCodestream(testFile('test_files/CT_small.dcm'))).toBeNull();
    const frame = frameOf(readForm('color-jpeg-ls-line'));
    for (let length = 0; length < 33; length++) expect(readCodestream(frame.subarray(0, length))).toBeNull();
  });
});

describe('findContradiction', () => {
  it.each([
    [{}, {}, null],
    [{}, { columns: formWidth + 1 }, 'size'],
    [{}, { components: 3 }, 'components'],
    [{ bitsAllocated: 8, bitsStored: 8, highBit: 7 }, { bits: 12 }, 'bits'],
    [{ highBit: 15 }, { bits: 16 }, null],
    [{ highBit: 15 }, { bits: 12 }, null],
    [{ highBit: 13 }, { bits: 10 }, 'bits'],
    [{}, { isSigned: true }, 'sign'],
    [{ isSigned: true }, { isSigned: true, bits: 10 }, null],
    [{ isSigned: true }, { bits: 10 }, 'sign'],
    [{ samples: 3, photometric: 'YBR_RCT' }, { components: 3, hasColorTransform: true }, null],
    [{ samples: 3, photometric: 'RGB' }, { components: 3, hasColorTransform: true }, null],
    [{ samples: 3, photometric: 'YBR_FULL' }, { components: 3, hasColorTransform: true }, 'color'],
    [{ samples: 3, photometric: 'YBR_ICT' }, { components: 3 }, 'color'],
  ] as const)('of %j and %j is %s', (ofForm, ofImage, expected) => {
    expect(findContradiction(form(ofForm), codestream(ofImage))).toBe(expected);
  });
});

describe('isKnownForm', () => {
  it.each([
    ['two samples', { samples: 2 }],
    ['one sample in color', { photometric: 'RGB' }],
    ['no photometric interpretation', { photometric: '' }],
    ['no bits', { bitsStored: 0, highBit: -1 }],
    ['a high bit outside of the allocated ones', { highBit: 16 }],
    ['a high bit below the stored ones', { highBit: 10 }],
    ['signed color', { samples: 3, photometric: 'RGB', isSigned: true }],
    ['subsampled color in planes', { samples: 3, photometric: 'YBR_FULL_422', planarConfiguration: 1 }],
    ['an unknown order of color', { samples: 3, photometric: 'RGB', planarConfiguration: 2 }],
  ])('is false for %s', (_, changes) => {
    expect(isKnownForm(form(changes))).toBe(false);
  });

  it('is true for gray and color', () => {
    expect(
      [{}, { samples: 3, photometric: 'RGB', planarConfiguration: 1 }].map((one) => isKnownForm(form(one))),
    ).toEqual([true, true]);
  });
});

const native = '1.2.840.10008.1.2.1';
const syntaxes = {
  jpeg: '1.2.840.10008.1.2.4.50',
  'jpeg-lossless': '1.2.840.10008.1.2.4.70',
  'jpeg-ls': '1.2.840.10008.1.2.4.80',
  'jpeg-2000': '1.2.840.10008.1.2.4.90',
};
const bytes = { bitsAllocated: 8, bitsStored: 8, highBit: 7 };
const color = { ...bytes, samples: 3, photometric: 'RGB' };

describe('isReadableInBrowser', () => {
  it.each([
    ['jpeg-2000', {}, {}, true],
    ['jpeg-ls', { bitsStored: 7, highBit: 6 }, { bits: 7 }, true],
    ['jpeg-2000', {}, { rows: formHeight + 1 }, false],
    ['jpeg', bytes, { bits: 8 }, true],
    ['jpeg-ls', { highBit: 15 }, { bits: 16 }, false],
    ['jpeg-2000', { isSigned: true }, {}, true],
    ['jpeg-2000', { ...bytes, isSigned: true }, { bits: 8 }, false],
    ['jpeg-ls', color, { components: 3, bits: 8, interleave: 'plane' }, false],
    ['jpeg-ls', color, { components: 3, bits: 8, interleave: 'line' }, true],
    ['jpeg-2000', { ...color, bitsAllocated: 16 }, { components: 3 }, false],
    ['jpeg', { ...color, photometric: 'YBR_FULL_422' }, { components: 3, bits: 8 }, true],
    ['jpeg-ls', { ...color, photometric: 'YBR_FULL_422' }, { components: 3, bits: 8, interleave: 'line' }, false],
  ] as const)('%s, %j, with an image of %j: %s', (coding, ofForm, ofImage, expected) => {
    const image = codestream({ ...ofImage, coding });
    expect(isReadableInBrowser(form(ofForm), syntaxes[coding], image)).toBe(expected);
  });

  it('reads native pixels whose stored bits are the lowest', () => {
    const isReadable = (changes: object) => isReadableInBrowser(form(changes), native, null);
    expect([{}, { highBit: 15 }, color, { ...color, photometric: 'YBR_FULL_422' }].map(isReadable)).toEqual([
      true,
      false,
      true,
      false,
    ]);
  });
});

describe('isProven', () => {
  it.each([
    ['an image of another coding than its transfer syntax', 'jpeg-lossless', { coding: 'jpeg' }],
    ['an image without its end', 'jpeg', { coding: 'jpeg', bits: 8, isComplete: false }],
    ['lossless JPEG of 16 bits in color', 'jpeg-lossless', { coding: 'jpeg-lossless', bits: 16, components: 3 }],
    ['lossy JPEG of 16 bits', 'jpeg', { coding: 'jpeg', bits: 16 }],
    ['signed JPEG 2000 of 8 bits', 'jpeg-2000', { bits: 8, isSigned: true }],
  ] as const)('is false for %s', (_, syntax, changes) => {
    expect(isProven(form(), syntaxes[syntax], codestream(changes))).toBe(false);
  });

  it('is true for the same images otherwise', () => {
    for (const coding of ['jpeg', 'jpeg-lossless', 'jpeg-ls', 'jpeg-2000'] as const)
      expect(isProven(form(), syntaxes[coding], codestream({ coding }))).toBe(true);
  });
});

import { describe, expect, it } from 'vitest';
import { colorOrders, formHeight, formWidth, grayFiles, readForm } from '../../test/pixel-forms.ts';
import { testFile } from '../../test/test-files.ts';
import { readCodestream } from './codestream.ts';
import { findContradiction, hasForeignBits, isReadableInBrowser } from './pixel-form.ts';

const frameOf = (file: Uint8Array) => {
  // after the Pixel Data element, an offset table and the header of the first fragment
  const start = Buffer.from(file).lastIndexOf(Buffer.from('fe ff 00 e0'.replaceAll(' ', ''), 'hex')) + 8;
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
  ...changes,
});
const codestream = (changes: object = {}) => ({
  coding: 'jpeg-2000' as const,
  rows: formHeight,
  columns: formWidth,
  components: 1,
  bits: 12,
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
  ] as const)('of %j and %j is %s', (ofForm, ofImage, expected) => {
    expect(findContradiction(form(ofForm), codestream(ofImage))).toBe(expected);
  });
});

describe('isReadableInBrowser', () => {
  it.each([
    [{}, {}, true],
    [{ bitsStored: 7, highBit: 6 }, { bits: 7 }, true],
    [{}, { rows: formHeight + 1 }, false],
    [{ bitsAllocated: 8, bitsStored: 8, highBit: 7 }, { bits: 8 }, true],
    [{ highBit: 15 }, { bits: 16 }, false],
    [{ isSigned: true }, {}, true],
    [{ bitsAllocated: 8, bitsStored: 8, highBit: 7, isSigned: true }, { bits: 8 }, false],
    [
      { samples: 3, bitsAllocated: 8, bitsStored: 8, highBit: 7 },
      { components: 3, bits: 8, interleave: 'plane' },
      false,
    ],
    [{ samples: 3, bitsAllocated: 8, bitsStored: 8, highBit: 7 }, { components: 3, bits: 8, interleave: 'line' }, true],
  ] as const)('%j with an image of %j: %s', (ofForm, ofImage, expected) => {
    expect(isReadableInBrowser(form(ofForm), codestream(ofImage))).toBe(expected);
  });

  it('reads native pixels whose stored bits are the lowest', () => {
    expect([isReadableInBrowser(form(), null), isReadableInBrowser(form({ highBit: 15 }), null)]).toEqual([
      true,
      false,
    ]);
  });
});

describe('hasForeignBits', () => {
  const words = (...values: number[]) => new Uint8Array(Uint16Array.from(values).buffer);

  it('finds bits above the stored ones, and none in a negative number', () => {
    expect(hasForeignBits(words(0, 4_095), form())).toBe(false);
    expect(hasForeignBits(words(0, 0x1fff), form())).toBe(true);
    expect(hasForeignBits(words(0xf800, 0x7ff), form({ isSigned: true }))).toBe(false);
    expect(hasForeignBits(words(0x0800), form({ isSigned: true }))).toBe(true);
    expect(hasForeignBits(words(0xffff), form({ bitsStored: 16, highBit: 15 }))).toBe(false);
  });
});

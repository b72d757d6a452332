import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { extentOf, isCompleteDocument, sniffDocument } from './documents.ts';
import { sniffContent } from './sniff.ts';

const bytes = (...parts: (string | readonly number[])[]) =>
  new Uint8Array(parts.flatMap((part) => (typeof part === 'string' ? [...Buffer.from(part, 'latin1')] : part)));
const png = bytes([0x89], 'PNG\r\n', [0x1a], '\n', [0, 0, 0, 13], 'IHDR', [0, 0, 1, 0, 0, 0, 0, 128]);
const jpeg = bytes([0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 2, 0xff, 0xff, 0xc2, 0, 11, 8, 0x01, 0x00, 0x02, 0x00, 3]);
const iend = bytes([0, 0, 0, 0], 'IEND', [0xae, 0x42, 0x60, 0x82]);

describe('documents', () => {
  it('detects the kind by the first bytes, at offset 0 only', () => {
    expect(sniffDocument(bytes('%PDF-1.7\n'))).toBe('pdf');
    expect(sniffDocument(png)).toBe('png');
    expect(sniffDocument(jpeg)).toBe('jpg');
    for (const other of [bytes(' %PDF-1.7'), bytes('<svg/>'), png.subarray(0, 12), bytes([0xff, 0xd8]), bytes()])
      expect(sniffDocument(other)).toBeNull();
    const ambiguous = new Uint8Array(200);
    ambiguous.set(bytes('%PDF-1.7\n'));
    ambiguous.set(bytes('DICM'), 128);
    expect([sniffDocument(ambiguous), sniffContent(ambiguous)]).toEqual([null, 'unknown']);
  });

  it('reads the size of an image after any preceding segments', () => {
    expect(extentOf('png', png)).toEqual({ columns: 256, rows: 128 });
    expect(extentOf('jpg', jpeg)).toEqual({ columns: 512, rows: 256 });
    expect(extentOf('jpg', jpeg.subarray(0, 9))).toBeNull();
    expect(extentOf('pdf', bytes('%PDF-1.7'))).toBeNull();
  });

  it('accepts a document that ends as its kind does, and rejects one that ends as a ZIP', () => {
    expect(isCompleteDocument('pdf', bytes('startxref\n9\n%%EOF\n'))).toBe(true);
    expect(
      isCompleteDocument(
        'pdf',
        bytes(
          '%%EOF',
          Array.from({ length: 1_100 }, () => 32),
        ),
      ),
    ).toBe(false);
    expect(isCompleteDocument('png', iend)).toBe(true);
    expect(isCompleteDocument('png', bytes([...iend], 'x'))).toBe(false);
    expect(isCompleteDocument('jpg', bytes([1, 0xff, 0xd9, 0, 0]))).toBe(true);
    expect(isCompleteDocument('jpg', bytes([1, 0xff, 0xd9], 'PK', [5, 6, 0, 0]))).toBe(false);
  });

  it('never throws for any bytes', () => {
    const startBytes = fc.constantFrom(png, jpeg, bytes('%PDF-'), bytes());
    fc.assert(
      fc.property(startBytes, fc.uint8Array({ maxLength: 400 }), (start, rest) => {
        const all = bytes([...start], [...rest]);
        const kind = sniffDocument(all);
        if (kind === null) return;
        extentOf(kind, all);
        isCompleteDocument(kind, all);
      }),
      { numRuns: 300 },
    );
  });
});

import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isMediaDirectory, SNIFF_BYTES, sniffContent } from './sniff.ts';

const testFiles = new URL('../test/data/', import.meta.url);
const prefixOf = (path: string) => new Uint8Array(readFileSync(new URL(path, testFiles))).subarray(0, SNIFF_BYTES);
const verdicts: Record<string, string> = JSON.parse(readFileSync(new URL('verdicts.json', testFiles), 'utf8'));
const bytesOf = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

/** Creates a file with `DICM` at its position after a preamble with this beginning. */
function createWithPreamble(beginning: string): Uint8Array {
  return bytesOf(`${beginning.padEnd(128, '\0')}DICM\x02\0\0\0UL\x04\0\0\0\0\0`);
}

describe('sniffContent', () => {
  it.each(Object.entries(verdicts))('detects %s as %s', (path, verdict) => {
    expect(sniffContent(prefixOf(path))).toBe(verdict);
  });

  it('detects the same from the first 4 KB of each file', () => {
    const mismatches = Object.entries(verdicts).filter(([path, was]) => {
      return sniffContent(prefixOf(path).subarray(0, 4_096)) !== was;
    });
    expect(mismatches).toEqual([]);
  });

  it.each([
    ['nothing', ''],
    ['text', 'Patient: Μαρία\n'],
    ['a page', '<!doctype html><title>DICOM</title>'],
    ['a PNG', '\x89PNG\r\n\x1a\n\0\0\0\rIHDR'],
    ['a JPEG', '\xff\xd8\xff\xe0\0\x10JFIF\0'],
    ['a PDF', '%PDF-1.7\n'],
    ['a program', 'MZ\x90\0\x03'],
    ['a data set whose SOP class is no UID', '\x08\0\x16\0UI\x06\0chest \x08\0\x18\0UI\x04\x001.2\0'],
    ['a data set whose elements fall', '\x08\0\x12\0DA\0\0\x08\0\x05\0CS\0\0\x08\0\x16\0UI\x04\x001.2\0'],
    ['a data set that ends before its value', '\x08\0\x16\0UI\x1a\x001.2'],
  ])('detects %s as unknown', (_, content) => {
    expect(sniffContent(bytesOf(content))).toBe('unknown');
  });

  it.each([
    ['a member', 'PK\x03\x04\x14\0'],
    ['the end of an empty archive', `PK\x05\x06${'\0'.repeat(18)}`],
  ])('detects %s at byte 0 as zip', (_, content) => {
    expect(sniffContent(bytesOf(content))).toBe('zip');
  });
});

describe('sniffContent of a file with a preamble', () => {
  it.each(['', 'II*\0', 'MM\0*', 'anything at all'])('accepts %j', (beginning) => {
    expect(sniffContent(createWithPreamble(beginning))).toBe('dicom');
  });

  it.each([
    'MZ\x90',
    '\x7fELF',
    '\xfe\xed\xfa\xcf',
    '\xcf\xfa\xed\xfe',
    '\xca\xfe\xba\xbe',
    '#!/bin/sh\n',
    '%PDF-1.4',
    'II*\0 %PDF-1.4',
    'PK\x01\x02',
    '<html>',
    '\xef\xbb\xbf \r\n<script>',
  ])('returns unknown for %j', (beginning) => {
    expect(sniffContent(createWithPreamble(beginning))).toBe('unknown');
  });

  it('returns zip for the signature of a ZIP member', () => {
    expect(sniffContent(createWithPreamble('PK\x03\x04'))).toBe('zip');
  });
});

describe('sniffContent of a data set without a preamble', () => {
  const uid = '1.2.840.10008.5.1.4.1.1.2\0';
  it.each([
    ['explicit little endian', `\x08\0\x16\0UI\x1a\0${uid}`],
    ['implicit little endian', `\x08\0\x16\0\x1a\0\0\0${uid}`],
    ['explicit big endian', `\0\x08\0\x16UI\0\x1a${uid}`],
    ['a meta header', `\x02\0\0\0UL\x04\0\0\0\0\0\x02\0\x02\0UI\x1a\0${uid}`],
    [
      'a language code sequence of undefined length first',
      `\x08\0\x06\0SQ\0\0\xff\xff\xff\xff\xfe\xff\x00\xe0\0\0\0\0\xfe\xff\xdd\xe0\0\0\0\0\x08\0\x16\0UI\x1a\0${uid}`,
    ],
    ['a blank before it', ` \x08\0\x16\0UI\x1a\0${uid}`],
  ])('detects %s as dicom', (_, content) => {
    expect(sniffContent(bytesOf(content))).toBe('dicom');
  });
});

describe('isMediaDirectory', () => {
  it('returns true only for the DICOMDIR files', () => {
    const directories = Object.keys(verdicts).filter((path) => isMediaDirectory(prefixOf(path)));
    expect(directories.every((path) => path.includes('DICOMDIR'))).toBe(true);
    expect(directories).toHaveLength(Object.keys(verdicts).filter((path) => path.includes('DICOMDIR')).length);
  });
});

describe('sniffContent of arbitrary bytes', () => {
  it('returns unknown for random bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 2_000 }), (bytes) => {
        expect(sniffContent(bytes)).toBe('unknown');
        expect(isMediaDirectory(bytes)).toBe(false);
      }),
    );
  });

  it('returns a verdict for every changed and truncated test file', () => {
    const path = fc.constantFrom(...Object.keys(verdicts));
    fc.assert(
      fc.property(path, fc.nat(4_096), fc.array(fc.tuple(fc.nat(600), fc.nat(255))), (file, length, changes) => {
        const bytes = prefixOf(file).slice(0, length);
        for (const [offset, byte] of changes) if (offset < bytes.length) bytes[offset] = byte;
        expect(['dicom', 'zip', 'unknown']).toContain(sniffContent(bytes));
      }),
      { numRuns: 500 },
    );
  });
});

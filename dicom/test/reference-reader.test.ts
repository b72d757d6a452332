import { inflateRawSync } from 'node:zlib';
import {
  binaryNumbersOf,
  type DataSet,
  type DicomElement,
  type DicomHead,
  indexFrames,
  parseHead,
  tagName,
  tagsOf,
  textsOf,
} from '@medcloud/dicom';
import { describe, expect, it } from 'vitest';
import {
  type ExpectedDataSet,
  type ExpectedElement,
  readExpectedResults,
  testFile,
  testFilePaths,
} from './test-files.ts';

const expectedResults = readExpectedResults();
// The README beside the files explains why these have no reference result.
const withoutReference = ['test_files/badVR.dcm', 'test_files/no_meta.dcm', 'test_files/zipMR.gz'];
const comparedFiles = [...expectedResults].filter(([path]) => !withoutReference.includes(path));

function parseFile(path: string): DicomHead {
  const head = parseHead(testFile(path), true, (deflated) => inflateRawSync(deflated));
  if (head === undefined) throw new Error(`The parser needs more bytes of ${path}.`);
  return head;
}

/** Normalizes a value for comparison: numbers in single precision, text without surrounding spaces. */
function normalizeValue(value: string): string {
  const text = value.trim();
  return text !== '' && Number.isFinite(Number(text)) ? String(Math.fround(Number(text))) : text;
}

function showElement(dataSet: DataSet, element: DicomElement): ExpectedElement {
  if (element.items) return { vr: 'SQ', items: element.items.map(showDataSet) };
  const numbers = binaryNumbersOf(dataSet, element);
  const values =
    element.vr === 'AT'
      ? tagsOf(dataSet, element).map(tagName)
      : numbers.length > 0
        ? numbers
        : textsOf(dataSet, element);
  const isBinary = /^(O[BDFLVW]|UN)$/.test(element.vr);
  return isBinary
    ? { vr: element.vr, bytes: element.length }
    : { vr: element.vr, values: values.map((value) => normalizeValue(String(value))) };
}

function showDataSet(dataSet: DataSet): ExpectedDataSet {
  return Object.fromEntries(
    [...dataSet.elements.values()].map((element) => [tagName(element.tag), showElement(dataSet, element)]),
  );
}

function showExpected(expectedSet: ExpectedDataSet): ExpectedDataSet {
  return Object.fromEntries(Object.entries(expectedSet).map(([tag, element]) => [tag, showExpectedElement(element)]));
}

function showExpectedElement({ vr, values, bytes, items }: ExpectedElement): ExpectedElement {
  if (items) return { vr, items: items.map(showExpected) };
  if (values === undefined) return { vr, bytes: bytes ?? 0 };
  const isEmpty = values.length === 1 && values[0] === '';
  return { vr, values: isEmpty ? [] : values.map(normalizeValue) };
}

/** Returns the reference reader's elements before the pixel data, where our parser stops. */
function selectBeforePixelData(expectedSet: ExpectedDataSet, head: DicomHead): ExpectedDataSet {
  const end = head.pixelData?.tag ?? Number.POSITIVE_INFINITY;
  return Object.fromEntries(Object.entries(expectedSet).filter(([tag]) => Number.parseInt(tag, 16) < end));
}

describe('parseHead and indexFrames compared with an independent reader', () => {
  it('has a reference result for every test file', () => {
    expect([...expectedResults.keys()].sort()).toEqual(testFilePaths());
  });

  it.each(comparedFiles)('parses every element of %s', (path, { meta = {}, dataset = {}, transferSyntax }) => {
    const head = parseFile(path);
    expect(head.transferSyntax).toBe(transferSyntax);
    expect(showDataSet(head.meta)).toEqual(showExpected(meta));
    expect(showDataSet(head.dataSet)).toEqual(showExpected(selectBeforePixelData(dataset, head)));
    expect(head.pixelData !== undefined).toBe('7FE00010' in dataset);
  });

  it.each(comparedFiles.filter(([, { frameLengths }]) => frameLengths))(
    'indexes every frame of %s',
    async (path, { frameLengths }) => {
      const bytes = testFile(path);
      const access = {
        sizeBytes: bytes.length,
        read: async (start: number, end: number) => bytes.subarray(start, end),
      };
      const frames = await indexFrames(access, parseFile(path));
      expect(frames.map((ranges) => ranges.reduce((sum, { length }) => sum + length, 0))).toEqual(frameLengths);
    },
  );
});

describe('parseHead of files without a reference result', () => {
  it('parses the elements after an unknown VR', () => {
    expect(parseFile('test_files/badVR.dcm').dataSet.elements.size).toBeGreaterThan(40);
  });

  it('skips a stray space before the data set', () => {
    const head = parseFile('test_files/no_meta.dcm');
    expect(showDataSet(head.dataSet)['00080060']?.values).toEqual(['CT']);
  });

  it('rejects a gzip file with not_dicom', () => {
    expect(() => parseFile('test_files/zipMR.gz')).toThrow(expect.objectContaining({ code: 'not_dicom' }));
  });
});

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
// The README beside the files says why these have no judge.
const withoutReference = ['test_files/badVR.dcm', 'test_files/no_meta.dcm', 'test_files/zipMR.gz'];
const comparedFiles = [...expectedResults].filter(([path]) => !withoutReference.includes(path));

function parseFile(path: string): DicomHead {
  const head = parseHead(testFile(path), true, (deflated) => inflateRawSync(deflated));
  if (head === undefined) throw new Error(`${path} was not read.`);
  return head;
}

/** One value as it is compared: numbers as numbers of single precision, text without the blanks around it. */
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

/** The judge's elements before the pixel data, where our reader stops. */
function selectBeforePixelData(expectedSet: ExpectedDataSet, head: DicomHead): ExpectedDataSet {
  const end = head.pixelData?.tag ?? Number.POSITIVE_INFINITY;
  return Object.fromEntries(Object.entries(expectedSet).filter(([tag]) => Number.parseInt(tag, 16) < end));
}

describe('an independent reader and ours say the same of every test file', () => {
  it('has every test file before it', () => {
    expect([...expectedResults.keys()].sort()).toEqual(testFilePaths());
  });

  it.each(comparedFiles)('%s: every element', (path, { meta = {}, dataset = {}, transferSyntax }) => {
    const head = parseFile(path);
    expect(head.transferSyntax).toBe(transferSyntax);
    expect(showDataSet(head.meta)).toEqual(showExpected(meta));
    expect(showDataSet(head.dataSet)).toEqual(showExpected(selectBeforePixelData(dataset, head)));
    expect(head.pixelData !== undefined).toBe('7FE00010' in dataset);
  });

  it.each(comparedFiles.filter(([, { frameLengths }]) => frameLengths))(
    '%s: every frame',
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

describe('what has no judge', () => {
  it('reads past a VR that no standard knows', () => {
    expect(parseFile('test_files/badVR.dcm').dataSet.elements.size).toBeGreaterThan(40);
  });

  it('passes over a stray blank before the data set', () => {
    const head = parseFile('test_files/no_meta.dcm');
    expect(showDataSet(head.dataSet)['00080060']?.values).toEqual(['CT']);
  });

  it('calls a gzip file what it is', () => {
    expect(() => parseFile('test_files/zipMR.gz')).toThrow(expect.objectContaining({ code: 'not_dicom' }));
  });
});

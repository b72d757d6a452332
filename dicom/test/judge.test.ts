import { inflateRawSync } from 'node:zlib';
import {
  binaryNumbersOf,
  type DataSet,
  type DicomElement,
  type DicomHead,
  indexFrames,
  readHead,
  tagName,
  tagsOf,
  textsOf,
} from '@medcloud/dicom';
import { describe, expect, it } from 'vitest';
import { type JudgedElement, type JudgedSet, readJudgement, testFile, testFilePaths } from './test-files.ts';

const judgement = readJudgement();
// The README beside the files says why these have no judge.
const unjudged = ['test_files/badVR.dcm', 'test_files/no_meta.dcm', 'test_files/zipMR.gz'];
const judged = [...judgement].filter(([path]) => !unjudged.includes(path));

function read(path: string): DicomHead {
  const head = readHead(testFile(path), true, (deflated) => inflateRawSync(deflated));
  if (head === undefined) throw new Error(`${path} was not read.`);
  return head;
}

/** One value as it is compared: numbers as numbers of single precision, text without the blanks around it. */
function comparable(value: string): string {
  const text = value.trim();
  return text !== '' && Number.isFinite(Number(text)) ? String(Math.fround(Number(text))) : text;
}

function showElement(dataSet: DataSet, element: DicomElement): JudgedElement {
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
    : { vr: element.vr, values: values.map((value) => comparable(String(value))) };
}

function showDataSet(dataSet: DataSet): JudgedSet {
  return Object.fromEntries(
    [...dataSet.elements.values()].map((element) => [tagName(element.tag), showElement(dataSet, element)]),
  );
}

function showJudged(judgedSet: JudgedSet): JudgedSet {
  return Object.fromEntries(Object.entries(judgedSet).map(([tag, element]) => [tag, showJudgedElement(element)]));
}

function showJudgedElement({ vr, values, bytes, items }: JudgedElement): JudgedElement {
  if (items) return { vr, items: items.map(showJudged) };
  if (values === undefined) return { vr, bytes: bytes ?? 0 };
  const isEmpty = values.length === 1 && values[0] === '';
  return { vr, values: isEmpty ? [] : values.map(comparable) };
}

/** The judge's elements before the pixel data, where our reader stops. */
function beforePixelData(judgedSet: JudgedSet, head: DicomHead): JudgedSet {
  const end = head.pixelData?.tag ?? Number.POSITIVE_INFINITY;
  return Object.fromEntries(Object.entries(judgedSet).filter(([tag]) => Number.parseInt(tag, 16) < end));
}

describe('an independent reader and ours say the same of every test file', () => {
  it('has every test file before it', () => {
    expect([...judgement.keys()].sort()).toEqual(testFilePaths());
  });

  it.each(judged)('%s: every element', (path, { meta = {}, dataset = {}, transferSyntax }) => {
    const head = read(path);
    expect(head.transferSyntax).toBe(transferSyntax);
    expect(showDataSet(head.meta)).toEqual(showJudged(meta));
    expect(showDataSet(head.dataSet)).toEqual(showJudged(beforePixelData(dataset, head)));
    expect(head.pixelData !== undefined).toBe('7FE00010' in dataset);
  });

  it.each(judged.filter(([, { frameLengths }]) => frameLengths))('%s: every frame', async (path, { frameLengths }) => {
    const bytes = testFile(path);
    const access = { sizeBytes: bytes.length, read: async (start: number, end: number) => bytes.subarray(start, end) };
    const frames = await indexFrames(access, read(path));
    expect(frames.map((pieces) => pieces.reduce((sum, { length }) => sum + length, 0))).toEqual(frameLengths);
  });
});

describe('what has no judge', () => {
  it('reads past a VR that no standard knows', () => {
    expect(read('test_files/badVR.dcm').dataSet.elements.size).toBeGreaterThan(40);
  });

  it('passes over a stray blank before the data set', () => {
    const head = read('test_files/no_meta.dcm');
    expect(showDataSet(head.dataSet)['00080060']?.values).toEqual(['CT']);
  });

  it('calls a gzip file what it is', () => {
    expect(() => read('test_files/zipMR.gz')).toThrow(expect.objectContaining({ code: 'not_dicom' }));
  });
});

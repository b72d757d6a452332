import { parseHead, textsOf, toDicomJson } from '@medcloud/dicom';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { explicitBigEndian, explicitLittleEndian, implicitLittleEndian } from '../src/element-header.ts';
import { type TestElement, writeDataSet, writeFile } from './write-data-set.ts';

const encodings = [
  { uid: '1.2.840.10008.1.2', encoding: implicitLittleEndian },
  { uid: '1.2.840.10008.1.2.1', encoding: explicitLittleEndian },
  { uid: '1.2.840.10008.1.2.2', encoding: explicitBigEndian },
];

// Tags of the dictionary, so implicit data resolve to the same VR; group 0008 first.
const textElement = fc.constantFrom(0x00080050, 0x00080060, 0x00081030, 0x00100020, 0x00200010).chain((tag) =>
  fc.string({ unit: fc.constantFrom(...'ABCDEF 0123456789'), maxLength: 16 }).map(
    (text): TestElement => ({
      tag,
      vr: { 524368: 'SH', 524384: 'CS', 528432: 'LO', 1048608: 'LO', 2097168: 'SH' }[tag] ?? 'LO',
      value: Buffer.from(text.length % 2 === 0 ? text : `${text} `),
    }),
  ),
);
const sortByTag = (elements: readonly TestElement[]) =>
  [...new Map(elements.map((element) => [element.tag, element])).values()].sort((one, other) => one.tag - other.tag);

const nested = (depth: number): fc.Arbitrary<TestElement[]> =>
  fc
    .tuple(
      fc.array(textElement, { maxLength: 5 }),
      depth === 0
        ? fc.constant([])
        : fc.array(
            fc
              .tuple(
                fc.constantFrom(0x00081110, 0x00081140, 0x00082112),
                fc.array(nested(depth - 1), { maxLength: 3 }),
                fc.boolean(),
              )
              .map(
                ([tag, items, hasUndefinedLength]): TestElement => ({
                  tag,
                  vr: 'SQ',
                  value: new Uint8Array(),
                  items,
                  hasUndefinedLength,
                }),
              ),
            { maxLength: 2 },
          ),
    )
    .map(([texts, sequences]) => sortByTag([...texts, ...sequences]));

// Every data set begins with its SOP class, as real ones do.
const sopClass: TestElement = { tag: 0x00080016, vr: 'UI', value: Buffer.from('1.2.840.10008.5.1.4.1.1.2\0') };
const dataSets = nested(3).map((elements) => sortByTag([sopClass, ...elements]));
const textOf = (value: Uint8Array) => Buffer.from(value).toString('latin1').trim();

/** Returns the expected result: tags to texts, or to items. */
function expectedValues(elements: readonly TestElement[]): object {
  return Object.fromEntries(
    elements.map(({ tag, items, value }) => [
      tag,
      items ? items.map(expectedValues) : textOf(value).replace(/\0$/, ''),
    ]),
  );
}

function parseFile(bytes: Uint8Array) {
  const head = parseHead(bytes, true);
  if (head === undefined) throw new Error('The parser needs more bytes.');
  return head;
}

type ParsedDataSet = ReturnType<typeof parseFile>['dataSet'];
function parsedValues(dataSet: ParsedDataSet): object {
  return Object.fromEntries(
    [...dataSet.elements.values()].map((element) => [
      element.tag,
      element.items ? element.items.map(parsedValues) : textsOf(dataSet, element).join('\\').trim(),
    ]),
  );
}

describe('parseHead', () => {
  it.each(encodings)('parses $uid with sequences of any length encoding and depth', ({ uid, encoding }) => {
    fc.assert(
      fc.property(dataSets, (elements) => {
        const file = writeFile(writeDataSet(elements, encoding), uid);
        expect(parsedValues(parseFile(file).dataSet)).toEqual(expectedValues(elements));
      }),
      { numRuns: 300 },
    );
  });

  it('detects the encoding if the declared transfer syntax is wrong', () => {
    fc.assert(
      fc.property(
        dataSets,
        fc.constantFrom(...encodings),
        fc.constantFrom(...encodings),
        (elements, declared, written) => {
          const file = writeFile(writeDataSet(elements, written.encoding), declared.uid);
          expect(parsedValues(parseFile(file).dataSet)).toEqual(expectedValues(elements));
        },
      ),
      { numRuns: 300 },
    );
  });

  it('parses the same from any prefix of the file, or returns undefined', () => {
    fc.assert(
      fc.property(
        dataSets,
        fc.constantFrom(...encodings),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (elements, { uid, encoding }, part) => {
          const pixelData: TestElement = { tag: 0x7fe00010, vr: 'OW', value: new Uint8Array(64) };
          const file = writeFile(writeDataSet([...elements, pixelData], encoding), uid);
          const head = parseHead(file.subarray(0, Math.floor(part * file.length)), false);
          if (head) expect(parsedValues(head.dataSet)).toEqual(expectedValues(elements));
        },
      ),
      { numRuns: 500 },
    );
  });

  it('stops at the pixel data and returns their position', () => {
    const pixels = Uint8Array.from({ length: 64 }, (_, index) => index);
    const file = writeFile(
      writeDataSet([sopClass, { tag: 0x7fe00010, vr: 'OW', value: pixels }], explicitLittleEndian),
      '1.2.840.10008.1.2.1',
    );
    const { pixelData, isTruncated } = parseFile(file);
    expect(pixelData).toMatchObject({ vr: 'OW', length: 64, valueOffset: file.length - 64 });
    expect(isTruncated).toBe(false);
  });

  it('parses a truncated file up to its end', () => {
    const file = writeFile(writeDataSet([sopClass], explicitLittleEndian), '1.2.840.10008.1.2.1');
    const head = parseFile(file.subarray(0, file.length - 6));
    expect(head.isTruncated).toBe(true);
    expect(head.dataSet.elements.get(0x00080016)?.length).toBe(20);
  });
});

describe('parseHead limits', () => {
  it('rejects more than 32 nested sequences with too_deep', () => {
    const deep = (depth: number): TestElement => ({
      tag: 0x00081140,
      vr: 'SQ',
      value: new Uint8Array(),
      items: depth === 0 ? [] : [[deep(depth - 1)]],
      hasUndefinedLength: true,
    });
    const fileOf = (depth: number) =>
      writeFile(writeDataSet([sopClass, deep(depth)], explicitLittleEndian), '1.2.840.10008.1.2.1');
    expect(() => parseFile(fileOf(31))).not.toThrow();
    expect(() => parseFile(fileOf(32))).toThrow(expect.objectContaining({ code: 'too_deep' }));
  });

  it('rejects more than 400,000 elements with too_many_elements', () => {
    const emptyItem = Buffer.from('feff00e000000000', 'hex');
    const value = Buffer.alloc(400_001 * emptyItem.length, emptyItem);
    const file = writeFile(
      writeDataSet([sopClass, { tag: 0x00081140, vr: 'SQ', value }], implicitLittleEndian),
      '1.2.840.10008.1.2',
    );
    expect(() => parseFile(file)).toThrow(expect.objectContaining({ code: 'too_many_elements' }));
  });
});

describe('decodeText', () => {
  const greekName = 'Παπαδόπουλος^Μαρία';
  const encodeGreek = (text: string) =>
    Uint8Array.from(text, (letter) => {
      const code = letter.codePointAt(0) ?? 0;
      return code < 0x80 ? code : code - 0x2d0;
    });
  const parseNamed = (characterSet: string | null, name: Uint8Array) => {
    const padded = (bytes: Uint8Array) => (bytes.length % 2 === 0 ? bytes : Uint8Array.from([...bytes, 0x20]));
    const elements: TestElement[] = [
      ...(characterSet === null ? [] : [{ tag: 0x00080005, vr: 'CS', value: padded(Buffer.from(characterSet)) }]),
      sopClass,
      { tag: 0x00100010, vr: 'PN', value: padded(name) },
    ];
    return toDicomJson(
      parseFile(writeFile(writeDataSet(elements, explicitLittleEndian), '1.2.840.10008.1.2.1')).dataSet,
    )['00100010'];
  };
  const alphabetic = { vr: 'PN', Value: [{ Alphabetic: greekName }] };

  it.each([
    ['ISO_IR 126', 'ISO_IR 126', encodeGreek(greekName)],
    ['ISO_IR 192', 'ISO_IR 192', Buffer.from(greekName)],
    [
      'ISO 2022 IR 126 as an extension',
      '\\ISO 2022 IR 126',
      Buffer.concat([
        ...greekName
          .split('^')
          .flatMap((part, index) => [Buffer.from(index ? '^' : ''), Buffer.from('\x1b-F'), encodeGreek(part)]),
      ]),
    ],
    ['ISO 2022 IR 126 declared without an escape', 'ISO 2022 IR 126', encodeGreek(greekName)],
    ['no character set, in UTF-8', null, Buffer.from(greekName)],
    ['no character set, in ISO 8859-7', null, encodeGreek(greekName)],
    ['a misspelt term', 'ISO-IR 126', encodeGreek(greekName)],
    ['ISO 2022 IR 126 as an extension without an escape', '\\ISO 2022 IR 126', encodeGreek(greekName)],
    [
      'an extension with an escape only before the caret',
      '\\ISO 2022 IR 126',
      Buffer.concat([Buffer.from('\x1b-F'), encodeGreek(greekName)]),
    ],
    ['Greek and a two-byte set, without an escape', '\\ISO 2022 IR 87\\ISO 2022 IR 126', encodeGreek(greekName)],
    ['the default repertoire by its name', 'ISO_IR 6', encodeGreek(greekName)],
    ['UTF-8 under the default repertoire by its name', 'ISO_IR 6', new TextEncoder().encode(greekName)],
    ['only a two-byte extension, without an escape', '\\ISO 2022 IR 87', encodeGreek(greekName)],
    ['another misspelt term', 'ISO8859-7', encodeGreek(greekName)],
  ])('decodes a Greek name in %s', (_, characterSet, bytes) => {
    expect(parseNamed(characterSet, new Uint8Array(bytes))).toEqual(alphabetic);
  });

  it('never throws for any bytes', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 40 }),
        fc.constantFrom(
          '\\ISO 2022 IR 126',
          '\\ISO 2022 IR 87\\ISO 2022 IR 159',
          'GB18030',
          'ISO_IR 999',
          '\\ISO 2022 IR 149',
        ),
        (bytes, set) => {
          expect(() => parseNamed(set, bytes)).not.toThrow();
        },
      ),
      { numRuns: 500 },
    );
  });
});

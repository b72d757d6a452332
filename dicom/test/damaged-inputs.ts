import { mutate, type SeededRandom } from './mutate.ts';
import { testFile, testFilePaths } from './test-files.ts';
import { buildZip, type Member } from './zip-builder.ts';

const maxFileBytes = 300_000;
const files = testFilePaths()
  .map(testFile)
  .filter((bytes) => bytes.length < maxFileBytes);
const pick = (random: SeededRandom) => files[random(files.length)] ?? new Uint8Array();

/** Creates a damaged DICOM file. */
export function createDamagedFile(random: SeededRandom): Uint8Array {
  return mutate(pick(random), pick(random), random);
}

/** Creates a damaged archive of files. */
export function createDamagedArchive(random: SeededRandom): Uint8Array {
  const members = Array.from(
    { length: 1 + random(3) },
    (_, index): Member => ({
      name: `IM${index}`,
      content: pick(random),
      method: random(2) === 0 ? 'stored' : 'deflated',
    }),
  );
  return mutate(buildZip(members), pick(random), random);
}

/** Structural words of documents, inserted at wrong positions. */
const documentWords = [
  '%PDF-1.7',
  '%%EOF',
  'startxref',
  'IHDR',
  'IEND',
  'acTL',
  '\u00ff\u00d8',
  '\u00ff\u00d9',
  '\u00ff\u00c0',
];
const encodeLatin1 = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

/** Creates a document with the beginning and end of its kind around bytes of another file. */
export function createDamagedDocument(random: SeededRandom): Uint8Array {
  const png = [
    ...encodeLatin1('\u0089PNG\r\n\u001a\n'),
    0,
    0,
    0,
    13,
    ...encodeLatin1('IHDR'),
    0,
    0,
    1,
    0,
    0,
    0,
    0,
    128,
    8,
    2,
    0,
    0,
    0,
  ];
  const jpeg = [
    0xff,
    0xd8,
    0xff,
    0xe0,
    0,
    16,
    ...encodeLatin1('JFIF'),
    0,
    1,
    1,
    0,
    0,
    1,
    0,
    1,
    0,
    0,
    0xff,
    0xc0,
    0,
    17,
    8,
    1,
    0,
    2,
    0,
  ];
  const kinds = [
    [encodeLatin1('%PDF-1.7\n'), encodeLatin1('\nstartxref\n9\n%%EOF\n')],
    [Uint8Array.from(png), encodeLatin1('\u0000\u0000\u0000\u0000IEND\u00aeB`\u0082')],
    [Uint8Array.from(jpeg), Uint8Array.from([0xff, 0xd9])],
  ];
  const [head, tail] = kinds[random(kinds.length)] ?? [];
  const word = encodeLatin1(documentWords[random(documentWords.length)] ?? '');
  const middle = mutate(Uint8Array.from(pick(random).subarray(0, 4_000)), word, random);
  const document = Buffer.concat([head ?? word, middle, word, tail ?? word]);
  return random(2) === 0
    ? document
    : Buffer.concat([mutate(head ?? word, word, random), document.subarray(random(60))]);
}

import { type Draw, mutate } from './mutate.ts';
import { testFile, testFilePaths } from './test-files.ts';
import { buildZip, type Member } from './zip-builder.ts';

const smallEnough = 300_000;
const files = testFilePaths()
  .map(testFile)
  .filter((bytes) => bytes.length < smallEnough);
const pick = (draw: Draw) => files[draw(files.length)] ?? new Uint8Array();

/** A damaged DICOM file. */
export function fileOf(draw: Draw): Uint8Array {
  return mutate(pick(draw), pick(draw), draw);
}

/** A damaged archive of files. */
export function archiveOf(draw: Draw): Uint8Array {
  const members = Array.from(
    { length: 1 + draw(3) },
    (_, index): Member => ({
      name: `IM${index}`,
      content: pick(draw),
      method: draw(2) === 0 ? 'stored' : 'deflated',
    }),
  );
  return mutate(buildZip(members), pick(draw), draw);
}

/** Words that a document's structure is made of, put where they do not belong. */
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
const latin = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

/** The beginning and the end of each kind of document, around bytes of another file. */
export function documentOf(draw: Draw): Uint8Array {
  const png = [
    ...latin('\u0089PNG\r\n\u001a\n'),
    0,
    0,
    0,
    13,
    ...latin('IHDR'),
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
    ...latin('JFIF'),
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
    [latin('%PDF-1.7\n'), latin('\nstartxref\n9\n%%EOF\n')],
    [Uint8Array.from(png), latin('\u0000\u0000\u0000\u0000IEND\u00aeB`\u0082')],
    [Uint8Array.from(jpeg), Uint8Array.from([0xff, 0xd9])],
  ];
  const [head, tail] = kinds[draw(kinds.length)] ?? [];
  const word = latin(documentWords[draw(documentWords.length)] ?? '');
  const middle = mutate(Uint8Array.from(pick(draw).subarray(0, 4_000)), word, draw);
  const whole = Buffer.concat([head ?? word, middle, word, tail ?? word]);
  return draw(2) === 0 ? whole : Buffer.concat([mutate(head ?? word, word, draw), whole.subarray(draw(60))]);
}

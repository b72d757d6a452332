import { createHash } from 'node:crypto';
import { sniffContent } from '@medcloud/dicom';
import { describe, expect, it } from 'vitest';
import { ctVolume } from './ct-volume.ts';
import type { PhantomFile } from './exam.ts';
import { mrImages, mrSeries } from './mr-series.ts';
import { persons } from './persons.ts';
import { petCt } from './pet-ct.ts';
import { encodeText, toLatin } from './text.ts';
import { ultrasound } from './ultrasound.ts';
import { xray } from './xray.ts';

const [maria] = persons;
if (!maria) throw new Error('There are no persons.');

function hashOf(files: Iterable<PhantomFile>): string {
  const hash = createHash('sha256');
  for (const file of files) hash.update(file.name).update(file.bytes);
  return hash.digest('hex').slice(0, 16);
}

/** Returns the raw value of a top-level element of a phantom. Throws if it is missing. */
function elementValue(file: PhantomFile | undefined, group: number, element: number): Buffer {
  const bytes = file?.bytes ?? Buffer.alloc(0);
  for (let at = 132; at + 8 <= bytes.length; ) {
    const isLong = ['OB', 'OW', 'SQ'].includes(bytes.toString('latin1', at + 4, at + 6));
    const start = at + (isLong ? 12 : 8);
    const end = start + (isLong ? bytes.readUInt32LE(at + 8) : bytes.readUInt16LE(at + 6));
    if (bytes.readUInt16LE(at) === group && bytes.readUInt16LE(at + 2) === element) return bytes.subarray(start, end);
    at = end;
  }
  throw new Error('The element is missing.');
}

// Rendering is slow, so tests that do not check the image use one of these.
const rendered = {
  ct: [...ctVolume({ seed: 1, slices: 2, patient: maria })],
  mr: [...mrSeries({ seed: 1, slices: 2, patient: maria, characterSet: 'ISO_IR 126' })],
  xray: [...xray({ seed: 1, patient: maria, characterSet: 'ISO_IR 100' })],
  ultrasound: [...ultrasound({ seed: 1, frames: 2, patient: maria })],
};
const [head = new Uint16Array()] = mrImages(1, 1, 'T1');

describe('phantom exams', () => {
  it('have the same bytes for the same seed, on every machine', () => {
    expect({
      ct: hashOf(rendered.ct),
      mr: hashOf(rendered.mr),
      xray: hashOf(rendered.xray),
      ultrasound: hashOf(rendered.ultrasound),
    }).toMatchInlineSnapshot(`
      {
        "ct": "65c7b045c364b885",
        "mr": "4ad0ddb0b438860c",
        "ultrasound": "d487f677b497af0f",
        "xray": "481a5a17a84749a5",
      }
    `);
  });

  it('differ by seed, by person and by weighting', () => {
    const [second] = persons.slice(1);
    const hashes = [
      hashOf(mrSeries({ seed: 1, slices: 1, patient: maria }, [head])),
      hashOf(mrSeries({ seed: 2, slices: 1, patient: maria })),
      hashOf(mrSeries({ seed: 1, slices: 1, patient: second ?? maria }, [head])),
      hashOf(mrSeries({ seed: 1, slices: 1, patient: maria, weighting: 'T2' })),
    ];
    expect(new Set(hashes).size).toBe(4);
  });

  it('are recognized as DICOM by sniffContent', () => {
    const files = Object.values(rendered).flatMap((some) => some.slice(0, 1));
    const contents = files.map((file) => sniffContent(file.bytes.subarray(0, 65_536)));
    expect(contents).toEqual(['dicom', 'dicom', 'dicom', 'dicom']);
  });

  it('have one study, one series per weighting and one instance per slice', () => {
    const three = { seed: 1, slices: 3, patient: maria };
    const slices = [...mrSeries(three, [head, head, head])];
    const other = [...mrSeries({ ...three, weighting: 'T2', seriesNumber: 2 }, [head, head, head])];
    const uids = (element: number, group = 0x0020) =>
      new Set([...slices, ...other].map((file) => elementValue(file, group, element).toString('latin1')));
    expect([uids(0x000d).size, uids(0x000e).size, uids(0x0018, 0x0008).size]).toEqual([1, 2, 6]);
    for (const uid of uids(0x0018, 0x0008)) expect(uid).toMatch(/^2\.25\.[1-9]\d{1,38}\0?$/);
  });

  it.each([
    ['ISO_IR 126', 'iso-8859-7', 'Παπαδοπούλου^Μαρία'],
    ['ISO_IR 192', 'utf-8', 'Παπαδοπούλου^Μαρία'],
    ['ISO_IR 100', 'latin1', 'PAPADOPOYLOY^MARIA'],
  ] as const)('encode the name in %s', (characterSet, label, expected) => {
    const [file] = mrSeries({ seed: 1, slices: 1, patient: maria, characterSet }, [head]);
    expect(new TextDecoder(label).decode(elementValue(file, 0x0010, 0x0010)).trimEnd()).toBe(expected);
    expect(elementValue(file, 0x0008, 0x0005).toString('latin1').trimEnd()).toBe(characterSet);
  });

  it('have as many pixels as rows and columns define', () => {
    const [file] = rendered.ct;
    const pixels = elementValue(file, 0x7fe0, 0x0010);
    expect(pixels).toHaveLength(
      elementValue(file, 0x28, 0x10).readUInt16LE() * elementValue(file, 0x28, 0x11).readUInt16LE() * 2,
    );
    const values = new Set(Array.from({ length: pixels.length / 2 }, (_, index) => pixels.readUInt16LE(index * 2)));
    expect(Math.max(...values)).toBeLessThanOrEqual(4095);
    expect(values.size).toBeGreaterThan(500);
  });
});

describe('petCt', () => {
  it('yields both series of one study and one frame of reference, with what SUV needs', () => {
    const [ct, pet] = petCt({ seed: 1, slices: 1, patient: maria });
    const textsOf = (group: number, element: number) =>
      [ct, pet].map((file) =>
        elementValue(file, group, element)
          .toString('latin1')
          .replace(/[ \0]$/, ''),
      );
    expect(textsOf(0x0008, 0x0060)).toEqual(['CT', 'PT']);
    for (const [group, element] of [
      [0x0008, 0x1030],
      [0x0020, 0x000d],
      [0x0020, 0x0052],
    ] as const)
      expect(new Set(textsOf(group, element)).size).toBe(1);
    expect(elementValue(pet, 0x0054, 0x1001).toString('latin1')).toBe('BQML');
    expect(elementValue(pet, 0x0054, 0x0016).readUInt16LE(2)).toBe(0xe000);
  });
});

describe('ultrasound', () => {
  it('yields as many pixels as frames, rows and columns define, and a moving heart', () => {
    const [file] = ultrasound({ seed: 1, frames: 3, patient: maria });
    const pixels = elementValue(file, 0x7fe0, 0x0010);
    const size = elementValue(file, 0x28, 0x10).readUInt16LE() * elementValue(file, 0x28, 0x11).readUInt16LE();
    expect(elementValue(file, 0x28, 0x08).toString('latin1').trim()).toBe('3');
    expect(pixels).toHaveLength(size * 3);
    expect(pixels.subarray(0, size).equals(pixels.subarray(size * 2))).toBe(false);
  });
});

describe('persons', () => {
  it('are 64 different ones, with valid birth dates', () => {
    expect(persons).toHaveLength(64);
    expect(new Set(persons.map((person) => `${person.surname} ${person.givenName}`)).size).toBe(64);
    for (const { birthDate } of persons) expect(new Date(birthDate).toISOString().slice(0, 10)).toBe(birthDate);
  });

  it('can be encoded in every character set', () => {
    for (const { surname, givenName } of persons) {
      const name = `${surname}^${givenName}`;
      expect(encodeText(name, 'ISO_IR 192').toString('utf8')).toBe(name);
      expect(encodeText(name, 'ISO_IR 100').toString('latin1')).toBe(toLatin(name));
      const greek = new TextDecoder('iso-8859-7').decode(encodeText(name, 'ISO_IR 126'));
      if (/\p{Script=Greek}/u.test(name)) expect(greek).toBe(name);
    }
  });
});

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnnotationObject } from '../../src/domain/annotations/build-objects.ts';
import { buildCtObjects, ctItems, greekLabel } from '../annotations/annotated-ct.ts';

const programs = ['dciodvfy', 'dsrdump', 'dcmpschk'];
const missing = programs.filter((program) => spawnSync(program, ['--version']).error !== undefined);

/** The objects of annotations, checked by dicom3tools and DCMTK: `apt-get install dicom3tools dcmtk`. */
describe.skipIf(missing.length > 0)('objects of annotations', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'annotations-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const cases = [
    { name: 'on an image', items: ctItems(), version: 1 },
    { name: 'of a second version', items: ctItems(), version: 2 },
    { name: 'on a plane', items: ctItems({ hasPlane: true }), version: 1 },
  ].flatMap(({ name, items, version }) =>
    buildCtObjects(items, { version }).map((object) => ({ ...object, name: `${object.kind} ${name}` })),
  );
  const run = (program: string, args: readonly string[], object: AnnotationObject) => {
    const file = path.join(folder, `${object.sop}.dcm`);
    writeFileSync(file, object.bytes);
    const { status, stdout, stderr } = spawnSync(program, [...args, file], { encoding: 'utf8' });
    return { status, output: `${stdout}${stderr}` };
  };

  it.each(cases)('writes $name without an error of dciodvfy', (object) => {
    const { output } = run('dciodvfy', [], object);
    expect(output.split('\n').filter((line) => line.startsWith('Error'))).toEqual([]);
  });

  it.each(cases.filter(({ kind }) => kind !== 'pr'))('writes $name that dsrdump reads whole', (object) => {
    const { status, output } = run('dsrdump', ['+Pl', '+U8'], object);
    // what DCMTK 3.6.7 says it does not check: characters of ISO_IR 192, templates
    expect(output.replaceAll(/^W: .* not (?:yet )?support.*$/gm, '')).not.toMatch(/^[EW]: /m);
    expect(status).toBe(0);
    if (object.kind === 'sr') expect(output).toContain(greekLabel);
  });

  it('writes presentation states that dcmpschk accepts', () => {
    // DCMTK 3.6.7 refuses every character outside ASCII of ISO_IR 192
    const states = buildCtObjects(ctItems(), { isAscii: true }).filter(({ kind }) => kind === 'pr');
    expect(states).toHaveLength(1);
    for (const state of states) {
      const { status, output } = run('dcmpschk', [], state);
      expect(output).not.toMatch(/error/i);
      expect(status).toBe(0);
    }
  });
});

if (missing.length > 0) console.warn(`Not checked: install ${missing.join(', ')} (apt-get install dicom3tools dcmtk).`);

import { describe, expect, it } from 'vitest';
import { nameFiles } from './name-files.ts';

type Content = 'dcm' | 'pdf' | 'jpg' | 'png' | null;
const nameOf = (name: string, content: Content = 'dcm') => nameFiles([{ name, content }])[0]?.name;

describe('nameFiles', () => {
  it.each<[string, Content, string]>([
    ['scan.hta', 'dcm', 'scan.dcm'],
    ['scan.EXE', 'dcm', 'scan.dcm'],
    ['scan.exe.dcm', 'dcm', 'scan.dcm'],
    ['scan.exe .bat. .', 'dcm', 'scan.dcm'],
    ['scan.exe::$DATA', 'dcm', 'scan.exe__$DATA.dcm'],
    ['photo\u202egpj.exe', 'jpg', 'photogpj.jpg'],
    ['letter.hta', 'pdf', 'letter.pdf'],
    ['letter', 'pdf', 'letter.pdf'],
    ['photo.png', 'jpg', 'photo.jpg'],
    ['.exe', 'dcm', 'exe'],
    ['', 'dcm', 'file'],
    ['\u0001\u200b', 'pdf', 'file.pdf'],
    ['viewer.exe', null, 'viewer.bin'],
    ['letter.pdf', null, 'letter.pdf'],
  ])('names %j (%s) by its content', (name, content, expected) => {
    expect(nameOf(name, content)).toBe(expected);
  });

  it.each(['DICOMDIR', 'DICOM/PAT0/I1', 'Μαγνητική/εικόνα 1.dcm', 'SCAN.DCM', 'a b.dicom'])('keeps %s', (name) => {
    expect(nameOf(name)).toBe(name);
  });

  it.each([
    ['IM.0001', 'IM.0001.dcm'],
    ['1.2.840.1', '1.2.840.1.dcm'],
    ['./a\\../b.dcm', 'a/b.dcm'],
    ['CON', '_CON'],
    ['com1.dcm', '_com1.dcm'],
    ['aux.x/nul', '_aux.x/_nul'],
    ['a<b>:c|?*.dcm', 'a_b__c___.dcm'],
    ['viewer.app/I1', 'viewer_app/I1'],
    ['x.{2559a1f1}/I1', 'x__2559a1f1_/I1'],
    ['folder. ./I1', 'folder/I1'],
    ['Μ'.repeat(300), 'Μ'.repeat(100)],
  ])('cleans %s', (name, expected) => {
    expect(nameOf(name)).toBe(expected);
  });

  it('gives each name once, whatever the case, and none that is also a folder', () => {
    const names = ['a.exe', 'A.dcm', 'a.bat', 'a (2).dcm', 'I1', 'i1', 'i1/x', 'Ά.dcm', 'Α\u0301.dcm'];
    expect(nameFiles(names.map((name) => ({ name, content: 'dcm' }))).map(({ name }) => name)).toEqual([
      ...['a.dcm', 'A (2).dcm', 'a (3).dcm', 'a (2) (2).dcm', 'I1 (2)', 'i1 (3)', 'i1/x', 'Ά.dcm', 'Ά (2).dcm'],
    ]);
  });
});

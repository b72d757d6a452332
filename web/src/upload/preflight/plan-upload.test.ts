import { describe, expect, it } from 'vitest';
import { filesOf } from './dropped-files.ts';
import { planUpload } from './plan-upload.ts';
import type { DropPerson, DropSummary } from './summarize-drop.ts';
import { UnreadableFilesError } from './unreadable-files-error.ts';

const emptySummary: DropSummary = {
  ...{ persons: [], programCount: 0, documentPaths: [], otherPaths: [], missingPaths: [], damagedPaths: [] },
};
const one = filesOf([new File(['1'], 'IM1')]);
const two = filesOf([new File(['1'], 'IM1'), new File(['2'], 'IM2')]);
const noneExcluded = new Set<string>();

function personOf(...paths: string[]): DropPerson {
  const files = paths.map((path, dropped) => ({ dropped, path, member: null }));
  const series = {
    key: 's',
    description: '',
    number: 1,
    modality: 'CT',
    images: 1,
    sizeBytes: 1,
    files,
    middleInstance: null,
  };
  const study = { key: 't', description: '', date: null, accessionNumber: '', physician: '', series: [series] };
  return { isUnnamed: false, spellings: [], studies: [study] };
}

describe('planUpload', () => {
  it('throws UnreadableFilesError if several files could not be read', () => {
    expect(() => planUpload(two, null, 0, noneExcluded)).toThrow(UnreadableFilesError);
    expect(() => planUpload(two, { ...emptySummary, damagedPaths: ['IM1', 'IM2'] }, 0, noneExcluded)).toThrow(
      UnreadableFilesError,
    );
  });

  it('sends a single unread file unchanged: the server decides what it is', () => {
    expect(planUpload(one, null, 0, noneExcluded)).toBe(one[0]);
    expect(planUpload(one, { ...emptySummary, damagedPaths: ['IM1'] }, 0, noneExcluded)).toBe(one[0]);
  });

  it('throws UnreadableFilesError if the browser could not open a single file', () => {
    const [file] = one;
    expect(() => planUpload(file ? [{ ...file, isUnreadable: true }] : [], emptySummary, 0, noneExcluded)).toThrow(
      UnreadableFilesError,
    );
  });

  it('sends the readable files without the damaged ones', () => {
    const summary = { ...emptySummary, persons: [personOf('IM1')], damagedPaths: ['IM2'] };
    expect(planUpload(two, summary, 0, noneExcluded)).toBe(two[0]);
    expect(planUpload(two, { ...emptySummary, persons: [personOf('IM1', 'IM2')] }, 0, noneExcluded)).toMatchObject({
      name: 'IM1.zip',
    });
    expect(planUpload(two, summary, 0, new Set(['s']))).toBeNull();
  });
});

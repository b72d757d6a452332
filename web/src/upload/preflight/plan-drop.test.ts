import { describe, expect, it } from 'vitest';
import type { DropFound, PersonFound } from './drop-found.ts';
import { DropUnreadable } from './drop-unreadable.ts';
import { filesOf } from './dropped-files.ts';
import { planOf } from './plan-drop.ts';

const nothingFound: DropFound = { persons: [], programs: 0, others: 0, damaged: [], tookMs: 1 };
const one = filesOf([new File(['1'], 'IM1')]);
const two = filesOf([new File(['1'], 'IM1'), new File(['2'], 'IM2')]);
const noneOff = new Set<string>();

function personOf(...paths: string[]): PersonFound {
  const files = paths.map((path, dropped) => ({ dropped, path, member: null }));
  const series = { key: 's', description: '', number: 1, modality: 'CT', images: 1, sizeBytes: 1, files, middle: null };
  const study = { key: 't', description: '', date: null, accessionNumber: '', physician: '', series: [series] };
  return { isUnknown: false, writings: [], studies: [study] };
}

describe('what goes of a drop', () => {
  it('is nothing of several files that could not be read here', () => {
    expect(() => planOf(two, null, 0, noneOff)).toThrow(DropUnreadable);
    expect(() => planOf(two, { ...nothingFound, damaged: ['IM1', 'IM2'] }, 0, noneOff)).toThrow(DropUnreadable);
  });

  it('is a single file all the same: the portal says what it is', () => {
    expect(planOf(one, null, 0, noneOff)).toBe(one[0]);
    expect(planOf(one, { ...nothingFound, damaged: ['IM1'] }, 0, noneOff)).toBe(one[0]);
  });

  it('is no single file that the browser could not open', () => {
    const [lost] = one;
    expect(() => planOf(lost ? [{ ...lost, isLost: true }] : [], nothingFound, 0, noneOff)).toThrow(DropUnreadable);
  });

  it('is what could be read beside what is damaged', () => {
    const found = { ...nothingFound, persons: [personOf('IM1')], damaged: ['IM2'] };
    expect(planOf(two, found, 0, noneOff)).toBe(two[0]);
    expect(planOf(two, { ...nothingFound, persons: [personOf('IM1', 'IM2')] }, 0, noneOff)).toMatchObject({
      name: 'IM1.zip',
    });
    expect(planOf(two, found, 0, new Set(['s']))).toBeNull();
  });
});

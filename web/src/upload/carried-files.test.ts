import { expect, it } from 'vitest';
import { createCarriedFiles } from './carried-files.ts';

it('gives files once, and only to the navigation that carries them', async () => {
  let count = 0;
  const carriedFiles = createCarriedFiles(() => `drop ${++count}`);
  const first = carriedFiles.put(Promise.resolve([]));
  const files = [{ path: 'a.dcm', file: new File([], 'a.dcm') }];
  const second = carriedFiles.put(Promise.resolve(files));
  for (const state of [null, undefined, { from: 'list' }, first]) expect(carriedFiles.take(state)).toBeUndefined();
  expect(await carriedFiles.take(second)).toBe(files);
  expect(carriedFiles.take(second)).toBeUndefined();
  expect(carriedFiles.take({ drop: undefined })).toBeUndefined();
});

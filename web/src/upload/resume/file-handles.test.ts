import { expect, it } from 'vitest';
import { readFilesByHandle } from './file-handles.ts';

const file = new File(['bytes'], 'a.dcm');
const handle = (more: Partial<FileSystemFileHandle>): FileSystemFileHandle => ({
  kind: 'file',
  name: 'a.dcm',
  isSameEntry: async () => false,
  getFile: async () => file,
  createWritable: () => Promise.reject(new Error('Writing is not supported.')),
  ...more,
});

it('reads the file of a handle if the user permits it, or if no permission is needed', async () => {
  expect(await readFilesByHandle(handle({ requestPermission: async () => 'granted' }), ['a.dcm'])).toEqual([file]);
  expect(await readFilesByHandle(handle({}), ['a.dcm'])).toEqual([file]);
});

it('returns undefined if the user denies permission or the file no longer exists', async () => {
  expect(await readFilesByHandle(handle({ requestPermission: async () => 'denied' }), ['a.dcm'])).toBeUndefined();
  const gone = new DOMException('It is not there.', 'NotFoundError');
  expect(await readFilesByHandle(handle({ getFile: () => Promise.reject(gone) }), ['a.dcm'])).toBeUndefined();
});

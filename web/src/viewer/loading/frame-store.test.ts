import { expect, it } from 'vitest';
import { FrameStore } from './frame-store.ts';

function createCountedFetch(sizeBytes: number) {
  const loadedIds: string[] = [];
  const fetchFrame = async (imageId: string) => {
    loadedIds.push(imageId);
    return { bytes: new Uint8Array(sizeBytes), transferSyntax: '1.2.840.10008.1.2' };
  };
  return { loadedIds, fetchFrame };
}

it('fetches a frame once for repeated and concurrent requests', async () => {
  const { loadedIds, fetchFrame } = createCountedFetch(10);
  const store = new FrameStore(100, fetchFrame);
  await Promise.all([store.get('a'), store.get('a')]);
  await store.get('a');
  expect(loadedIds).toEqual(['a']);
});

it('removes the least recently used frame when its limit is reached', async () => {
  const { loadedIds, fetchFrame } = createCountedFetch(40);
  const store = new FrameStore(100, fetchFrame);
  await store.get('a');
  await store.get('b');
  await store.get('a');
  expect(store.hasRoom(40)).toBe(false);
  await store.get('c');
  expect(['a', 'b', 'c'].map((id) => store.has(id))).toEqual([true, false, true]);
  expect(store.bytes).toBe(80);
  await store.get('b');
  expect(loadedIds).toEqual(['a', 'b', 'c', 'b']);
});

it('removes a frame whose fetch failed, and fetches it again', async () => {
  let isBroken = true;
  const store = new FrameStore(100, async () => {
    if (isBroken) throw new Error('offline');
    return { bytes: new Uint8Array(1), transferSyntax: '' };
  });
  await expect(store.get('a')).rejects.toThrow('offline');
  isBroken = false;
  expect((await store.get('a')).bytes.length).toBe(1);
});

it('replaces a frame, and counts only the new one', async () => {
  const { loadedIds, fetchFrame } = createCountedFetch(40);
  const store = new FrameStore(100, fetchFrame);
  await store.get('a');
  const other = { bytes: new Uint8Array(60), transferSyntax: '1.2.840.10008.1.2.1' };
  store.replace('a', other);
  expect(await store.get('a')).toBe(other);
  expect([store.bytes, loadedIds]).toEqual([60, ['a']]);
});

import { expect, it } from 'vitest';
import { ImagingThreads } from './imaging-threads.ts';

const entry = new URL('../../../test/imaging/no-codecs.ts', import.meta.url);
const objectId = '01990000-0000-7000-8000-000000000001';

it('tells once that a codec cannot be loaded, however many pictures are not made for it', async () => {
  let told = 0;
  const onCodecMissing = () => {
    told += 1;
  };
  const threads = new ImagingThreads('', { entry, onCodecMissing });
  const original = {
    examId: objectId,
    content: 'dcm',
    seal: { objectId, keyId: objectId, key: Buffer.alloc(32) },
  } as const;
  const encode = () => threads.encode(original, [], new AbortController().signal);
  try {
    await expect(encode()).rejects.toMatchObject({ name: 'PictureFault', code: 'missing' });
    await expect(encode()).rejects.toMatchObject({ code: 'missing' });
    expect(told).toBe(1);
  } finally {
    await threads.close();
  }
});

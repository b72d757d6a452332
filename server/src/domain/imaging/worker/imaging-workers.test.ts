import { expect, it } from 'vitest';
import { ImagingWorkers } from './imaging-workers.ts';

const entry = new URL('../../../../test/imaging/no-codecs.ts', import.meta.url);
const objectId = '01990000-0000-7000-8000-000000000001';

it('calls onCodecMissing once if a codec cannot be loaded for several tasks', async () => {
  let callCount = 0;
  const onCodecMissing = () => {
    callCount += 1;
  };
  const workers = new ImagingWorkers('', { entry, onCodecMissing });
  const original = {
    examId: objectId,
    content: 'dcm',
    objectKey: { objectId, keyId: objectId, key: Buffer.alloc(32) },
  } as const;
  const encode = () => workers.encode(original, [], new AbortController().signal);
  try {
    await expect(encode()).rejects.toMatchObject({ name: 'RenderFault', code: 'missing' });
    await expect(encode()).rejects.toMatchObject({ code: 'missing' });
    expect(callCount).toBe(1);
  } finally {
    await workers.close();
  }
});

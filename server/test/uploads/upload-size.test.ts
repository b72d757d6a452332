import { request as httpRequest } from 'node:http';
import { limits, routes } from '@medcloud/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { takeStock } from '../harness/leftovers.ts';
import { openUploadSizeGround } from './upload-size-ground.ts';

describe('the largest upload', () => {
  let ground: Awaited<ReturnType<typeof openUploadSizeGround>>;
  beforeAll(async () => {
    ground = await openUploadSizeGround();
  });
  afterAll(() => ground.world.close());

  it('refuses a declared length beyond the limit before any of the body is sent', async () => {
    const before = await takeStock(ground.world);
    const sending = httpRequest(`${ground.world.origin}${routes.center.uploadExam.path}`, {
      method: 'POST',
      headers: {
        'content-type': 'multipart/form-data; boundary=b',
        'content-length': String(limits.uploadBytes + 2_000_000),
        ...ground.center.client.credentials('bearer'),
      },
    });
    const answer = new Promise<number | undefined>((resolve, reject) => {
      sending.once('response', (response) => resolve(response.statusCode));
      sending.once('error', reject);
    });
    sending.flushHeaders();
    expect(await answer).toBe(413);
    sending.destroy();
    expect(await takeStock(ground.world)).toEqual(before);
  });
});

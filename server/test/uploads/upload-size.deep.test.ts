import { limits } from '@medcloud/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { takeStock } from '../harness/leftovers.ts';
import { examOf, problemOf } from '../harness/multipart.ts';
import { openUploadSizeGround } from './upload-size-ground.ts';

describe('the largest upload', () => {
  let ground: Awaited<ReturnType<typeof openUploadSizeGround>>;
  beforeAll(async () => {
    ground = await openUploadSizeGround();
  });
  afterAll(() => ground.world.close());

  it('refuses 500 MB and one byte, streamed to its end, with an answer and not a reset', async () => {
    const before = await takeStock(ground.world);
    const answer = await ground.upload(limits.uploadBytes + 1);
    expect(answer.status).toBe(413);
    expect(problemOf(answer)).toMatchObject({ code: 'too_large', message: 'File size must be less than 500MB' });
    expect(await takeStock(ground.world)).toEqual(before);
  });

  it('takes exactly 500 x 1,048,576 bytes', async () => {
    const answer = await ground.upload(limits.uploadBytes);
    expect(answer.status).toBe(201);
    expect(examOf(answer).fileSize).toBe(524_288_000);
  });
});

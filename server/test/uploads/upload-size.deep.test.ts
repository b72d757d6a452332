import { limits } from '@medcloud/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { examOf } from '../harness/multipart.ts';
import { openUploadSizeGround } from './upload-size-ground.ts';

describe('the largest upload', () => {
  let ground: Awaited<ReturnType<typeof openUploadSizeGround>>;
  beforeAll(async () => {
    ground = await openUploadSizeGround();
  });
  afterAll(() => ground.world.close());

  it('takes exactly 500 x 1,048,576 bytes', async () => {
    const answer = await ground.upload(limits.uploadBytes);
    expect(answer.status).toBe(201);
    expect(examOf(answer).fileSize).toBe(524_288_000);
  });
});

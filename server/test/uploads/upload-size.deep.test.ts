import { limits } from '@medcloud/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { examOf, problemOf } from '../harness/multipart.ts';
import { takeStorageSnapshot } from '../harness/wait-until.ts';
import { createUploadSizeFixture } from './create-upload-size-fixture.ts';

describe('POST /api/medical-center/upload-exam size limit', () => {
  let fixture: Awaited<ReturnType<typeof createUploadSizeFixture>>;
  beforeAll(async () => {
    fixture = await createUploadSizeFixture();
  });
  afterAll(() => fixture.testApp.close());

  it('rejects 500 MB and one byte after the complete body with a response and not a reset', async () => {
    const before = await takeStorageSnapshot(fixture.testApp);
    const response = await fixture.upload(limits.uploadBytes + 1);
    expect(response.status).toBe(413);
    expect(problemOf(response)).toMatchObject({ code: 'too_large', message: 'File size must be less than 500MB' });
    expect(await takeStorageSnapshot(fixture.testApp)).toEqual(before);
  });

  it('accepts exactly 500 x 1,048,576 bytes', async () => {
    const response = await fixture.upload(limits.uploadBytes);
    expect(response.status).toBe(201);
    expect(examOf(response).fileSize).toBe(524_288_000);
  });
});

import { request as httpRequest } from 'node:http';
import { limits, routes } from '@medcloud/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { takeStorageSnapshot } from '../harness/wait-until.ts';
import { createUploadSizeFixture } from './create-upload-size-fixture.ts';

describe('POST /api/medical-center/upload-exam size limit', () => {
  let fixture: Awaited<ReturnType<typeof createUploadSizeFixture>>;
  beforeAll(async () => {
    fixture = await createUploadSizeFixture();
  });
  afterAll(() => fixture.testApp.close());

  it('rejects a content-length above the limit before the body is sent', async () => {
    const before = await takeStorageSnapshot(fixture.testApp);
    const sending = httpRequest(`${fixture.testApp.origin}${routes.center.uploadExam.path}`, {
      method: 'POST',
      headers: {
        'content-type': 'multipart/form-data; boundary=b',
        'content-length': String(limits.uploadBytes + 2_000_000),
        ...fixture.center.client.credentials('bearer'),
      },
    });
    const response = new Promise<number | undefined>((resolve, reject) => {
      sending.once('response', (response) => resolve(response.statusCode));
      sending.once('error', reject);
    });
    sending.flushHeaders();
    expect(await response).toBe(413);
    sending.destroy();
    expect(await takeStorageSnapshot(fixture.testApp)).toEqual(before);
  });
});

import { request as httpRequest } from 'node:http';
import { limits, routes } from '@medcloud/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CenterCast, makeCenter, signInAdmin } from './cast.ts';
import { isDeep } from './depth.ts';
import { takeStock } from './leftovers.ts';
import { examOf, fieldParts, filePart, problemOf, sendParts } from './multipart.ts';
import { sizedDicom } from './sized-dicom.ts';
import { openWorld, type World } from './world.ts';

const patientMs = 120_000;

describe('the largest upload', () => {
  let world: World;
  let center: CenterCast;

  beforeAll(async () => {
    world = await openWorld();
    const plan = { name: 'Aegean Imaging', number: 1, firstName: 'Μαρία', lastName: 'Παπαδοπούλου' };
    center = await makeCenter(world, await signInAdmin(world), { ...plan, phone: '+306900000001' });
  });
  afterAll(() => world.close());

  const upload = (bytes: number) =>
    sendParts(center.client, [...fieldParts({ patientId: center.patient.patientId }), filePart(sizedDicom(bytes))]);

  it('refuses 500 MB and one byte, streamed to its end, with an answer and not a reset', {
    timeout: patientMs,
  }, async () => {
    const before = await takeStock(world);
    const answer = await upload(limits.uploadBytes + 1);
    expect(answer.status).toBe(413);
    expect(problemOf(answer)).toMatchObject({ code: 'too_large', message: 'File size must be less than 500MB' });
    expect(await takeStock(world)).toEqual(before);
  });

  it('refuses a declared length beyond the limit before any of the body is sent', async () => {
    const before = await takeStock(world);
    const sending = httpRequest(`${world.origin}${routes.center.uploadExam.path}`, {
      method: 'POST',
      headers: {
        'content-type': 'multipart/form-data; boundary=b',
        'content-length': String(limits.uploadBytes + 2_000_000),
        ...center.client.credentials('bearer'),
      },
    });
    const answer = new Promise<number | undefined>((resolve, reject) => {
      sending.once('response', (response) => resolve(response.statusCode));
      sending.once('error', reject);
    });
    sending.flushHeaders();
    expect(await answer).toBe(413);
    sending.destroy();
    expect(await takeStock(world)).toEqual(before);
  });

  it.runIf(isDeep)('takes exactly 500 x 1,048,576 bytes', { timeout: patientMs }, async () => {
    const answer = await upload(limits.uploadBytes);
    expect(answer.status).toBe(201);
    expect(examOf(answer).fileSize).toBe(524_288_000);
  });
});

import { routes } from '@medcloud/contract';
import { buildZip } from '@medcloud/dicom/test/zip-builder.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FileToScan, scanFiles } from '../../src/domain/imaging/scan/scan-files.ts';
import { newKey } from '../../src/platform/blobs/keys.ts';
import { newId } from '../../src/platform/ids/ids.ts';
import { openClamdSession } from '../../src/platform/outbound/clamd/clamd-session.ts';
import { quietJobs } from '../harness/quiet-jobs.ts';
import { tinyDicom } from '../harness/tiny-dicom.ts';
import { waitUntil } from '../harness/wait-until.ts';
import { createImagingFixture, type ImagingFixture } from '../imaging/create-imaging-fixture.ts';
import { type Clamd, clamdEicarName, startClamd } from '../services/clamd.ts';
import { eicar } from '../services/virus-scanner.ts';

const patientName = 'Παπαδοπούλου^Μαρία';
const never = new AbortController().signal;

async function* chunksOf(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let offset = 0; offset < bytes.length; offset += 262_144) yield bytes.subarray(offset, offset + 262_144);
}

/** The scan with ClamAV's own clamd: `npm run interop trust`. */
describe('clamd', () => {
  let clamd: Clamd;
  let fixture: ImagingFixture;

  beforeAll(async () => {
    clamd = await startClamd();
    fixture = await createImagingFixture({
      environment: { SCAN_URL: clamd.url },
      overrides: { jobs: { ...quietJobs, shouldIndexExams: true, scanEveryMs: 100 } },
    });
  });
  afterAll(async () => {
    await fixture.close();
    await clamd.close();
  });

  /** A file above its limit, in the store without an exam. */
  const storeLarge = async (): Promise<FileToScan> => {
    const { context } = fixture.app;
    const objectId = newId(context.clock, context.random);
    const objectKey = { objectId, keyId: objectId, key: newKey(context.random) };
    const writer = await context.objects.create(objectKey);
    await writer.write(Buffer.alloc(3_000_000, 'x'));
    await writer.finish();
    return { content: 'dcm', objectKey };
  };
  const stateOf = async (id: string) => (await fixture.exam(id)).scan_state;
  const archive = (members: { name: string; content: Buffer }[], seed: number) =>
    Buffer.from(
      buildZip(
        [{ name: 'DICOM/I1', content: tinyDicom({ patientName, seed }) }, ...members].map((member) => ({
          ...member,
          method: 'deflated' as const,
        })),
      ),
    );

  it('takes many files in one session, and tells each result from the next', async () => {
    const session = await openClamdSession({ path: clamd.socketPath }, never);
    const results = [];
    for (const bytes of [Buffer.from('plain'), eicar, Buffer.alloc(0), Buffer.alloc(900_000, 'x')])
      results.push(await session.scan(chunksOf(bytes)));
    expect(results).toEqual([
      { kind: 'clean' },
      { kind: 'found', virus: clamdEicarName },
      { kind: 'clean' },
      { kind: 'clean' },
    ]);
    expect(await session.scan(chunksOf(Buffer.alloc(1_500_000, 'x')))).toEqual({ kind: 'limit', limit: 'size' });
    expect(session.isOver).toBe(false);
    session.close();
  });

  it('finds that a file is above its limit, whether what it says before it hangs up is read or lost', async () => {
    const large = await storeLarge();
    for (let attempt = 0; attempt < 100; attempt += 1) {
      const openSession = () => openClamdSession({ path: clamd.socketPath }, never);
      const { isLimited } = await scanFiles(fixture.app.context, { session: await openSession(), openSession }, large);
      expect(isLimited).toBe(true);
    }
  });

  it('hides an exam with an infected member, and names it to the center', async () => {
    const id = await fixture.uploadAndIndex(archive([{ name: 'VIEWER/setup.com', content: eicar }], 801));
    await waitUntil(async () => (await stateOf(id)) === 'infected');
    const { client } = fixture.fixtures.centerA;
    expect((await client.call(routes.center.examHistory, { query: { id } }))[0]).toMatchObject({
      status: 'needs-attention',
      findings: [{ file: 'VIEWER/setup.com', virus: clamdEicarName }],
    });
    const doctor = fixture.fixtures.doctors.consent.client;
    expect((await doctor.raw('GET', `/api/download/${id}?confirm=infected`)).status).toBe(404);
    expect((await client.raw('GET', `/api/download/${id}?confirm=infected`)).status).toBe(200);
  });

  it('passes a clean archive, and keeps a file above its limits waiting', async () => {
    const clean = await fixture.uploadAndIndex(archive([{ name: 'a.txt', content: Buffer.from('text') }], 802));
    await waitUntil(async () => (await stateOf(clean)) === 'clean');
    const large = await fixture.uploadAndIndex(
      archive([{ name: 'a.bin', content: Buffer.alloc(3_000_000, 'a') }], 803),
    );
    await waitUntil(async () => (await fixture.exam(large)).scan_fault !== null);
    expect(await fixture.exam(large)).toMatchObject({ scan_state: 'waiting', scan_fault: 'limit' });
  });

  it('scans what arrived while clamd was killed, and reports that it has no signatures of ClamAV', async () => {
    await clamd.stop();
    const id = await fixture.uploadAndIndex(tinyDicom({ patientName, seed: 804 }));
    expect(await stateOf(id)).toBe('waiting');
    await clamd.start();
    await waitUntil(async () => (await stateOf(id)) === 'clean');
    await fixture.rows(
      `UPDATE exams SET scan_state = 'clean', scan_fault = NULL, scan_due_at = NULL WHERE scan_state = 'waiting'`,
    );
    const { health } = await fixture.fixtures.admin.call(routes.admin.systemInfo, {});
    expect(health.find(({ name }) => name === 'scanner')).toMatchObject({ code: 'scanner-undated' });
  });
});

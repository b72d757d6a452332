import { routes } from '@medcloud/contract';
import { faults } from '@medcloud/contract/faults';
import { buildZip, type Member } from '@medcloud/dicom/test/zip-builder.ts';
import { messages as faultTexts } from '@medcloud/text/en/faults';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Client } from '../harness/client.ts';
import { type CenterFixture, createCenter, signInAdmin } from '../harness/fixtures.ts';
import { fieldParts, filePart, problemOf, sendParts } from '../harness/multipart.ts';
import { startTestApp, type TestApp } from '../harness/start-test-app.ts';
import { tinyDicom } from '../harness/tiny-dicom.ts';
import { takeStorageSnapshot, waitUntil } from '../harness/wait-until.ts';

const dicom = tinyDicom({ patientName: '', seed: 77 });
const zip = (members: Member[], archive = {}) => Buffer.from(buildZip(members, archive));
const image: Member = { name: 'IM1', content: dicom };
const goodZip = zip([image, { name: 'IM2', content: dicom, method: 'deflated' }]);
/** A file with the DICOM prefix after a preamble that makes it another type as well. */
const polyglot = (head: string) => Buffer.concat([Buffer.from(head.padEnd(128, '\0'), 'latin1'), dicom.subarray(128)]);

/** Name, bytes and the expected fault code. */
const invalidFiles: readonly (readonly [string, Buffer, 'empty_file' | keyof typeof faults])[] = [
  ['an empty file', Buffer.alloc(0), 'empty_file'],
  ['a text', Buffer.from('this is no image\n'.repeat(10)), 'unsupported_type'],
  ['a long text', Buffer.alloc(300_000, 'not an image either. '), 'unsupported_type'],
  ['one byte', Buffer.from([0]), 'unsupported_type'],
  ['zeros', Buffer.alloc(200_000), 'unsupported_type'],
  ['an HTML page', Buffer.from('<!doctype html><script>alert(1)</script>'), 'unsupported_type'],
  ['half a PDF', Buffer.from('%PDF-1.7\n1 0 obj\n'), 'unreadable_document'],
  ['a program', Buffer.concat([Buffer.from('MZ\x90\0', 'latin1'), Buffer.alloc(4_000, 1)]), 'unsupported_type'],
  [
    'half a JPEG',
    Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(2_000, 7)]),
    'unreadable_document',
  ],
  ['DICOM that is a program too', polyglot('MZ'), 'unsupported_type'],
  ['DICOM that is a page too', polyglot('  <html>'), 'unsupported_type'],
  ['DICOM that is a PDF too', polyglot('\0\0%PDF-1.7'), 'unsupported_type'],
  ['a truncated ZIP', goodZip.subarray(0, -40), 'unreadable_archive'],
  ['half a ZIP', goodZip.subarray(0, goodZip.length / 2), 'unreadable_archive'],
  ['an encrypted ZIP', zip([{ ...image, claims: { flags: 1 } }]), 'unreadable_archive'],
  ['a ZIP of an unknown method', zip([{ ...image, claims: { method: 99 } }]), 'unreadable_archive'],
  ['an empty ZIP', zip([]), 'no_dicom'],
  [
    'a ZIP of texts',
    zip([
      { name: 'a.txt', content: 'text' },
      { name: 'b.dcm', content: 'text' },
    ]),
    'no_dicom',
  ],
  ['a ZIP of one ZIP', zip([{ name: 'inner.zip', content: goodZip }]), 'no_dicom'],
  ['a ZIP with a path above its folder', zip([{ ...image, name: '../IM1' }]), 'unsafe_archive'],
  ['a ZIP with an absolute name', zip([{ ...image, name: '/etc/IM1' }]), 'unsafe_archive'],
  ['a ZIP with a name twice', zip([image, image]), 'unsafe_archive'],
  [
    'a ZIP whose members overlap',
    zip([image, { name: 'IM2', content: dicom, central: { localOffset: 0 } }]),
    'unsafe_archive',
  ],
  [
    'a ZIP with a symbolic link',
    zip([{ ...image, central: { externalAttributes: 0o120777 * 0x10000 } }]),
    'unsafe_archive',
  ],
  [
    'a ZIP that declares a size of 6 GB',
    zip([{ ...image, claims: { size: 6_000_000_000 % 2 ** 32 } }]),
    'unsafe_archive',
  ],
];

describe('POST /api/medical-center/upload-exam with an invalid file', () => {
  let testApp: TestApp;
  let center: CenterFixture;

  beforeAll(async () => {
    testApp = await startTestApp();
    const plan = { name: 'Aegean Imaging', number: 1, firstName: 'Μαρία', lastName: 'Παπαδοπούλου' };
    center = await createCenter(testApp, await signInAdmin(testApp), { ...plan, phone: '+306900000001' });
  });
  afterAll(() => testApp.close());

  it.each(invalidFiles)(
    'rejects %s with its message in either order of parts, and stores nothing',
    async (_, bytes, code) => {
      const before = await takeStorageSnapshot(testApp);
      const fields = fieldParts({ patientId: center.patient.patientId });
      for (const parts of [
        [...fields, filePart(bytes)],
        [filePart(bytes), ...fields],
      ]) {
        const response = await sendParts(center.client, parts, { 'idempotency-key': `refused ${code}` });
        expect([response.status, problemOf(response).code]).toEqual([faults[code].status, code]);
        expect(problemOf(response).message).toBe(faultTexts[code]);
        expect(response.headers['content-type']).toBe('application/problem+json; charset=utf-8');
      }
      expect(await takeStorageSnapshot(testApp)).toEqual(before);
    },
  );

  const listRejections = async () =>
    (
      await testApp.superuser.query(
        `SELECT outcome, actor_kind, details FROM audit_events WHERE event = 'exam_upload_refused' ORDER BY id DESC LIMIT 2`,
      )
    ).rows;

  it('writes one audit event with the fault code', async () => {
    const sent = [...fieldParts({ patientId: 'P-0000000000' }), filePart(dicom)];
    expect((await sendParts(center.client, sent)).status).toBe(404);
    const text = [...fieldParts({ patientId: center.patient.patientId }), filePart(Buffer.from('a text'))];
    expect((await sendParts(center.client, text)).status).toBe(415);
    expect(await listRejections()).toEqual([
      { outcome: 'failure', actor_kind: 'center', details: { code: 'unsupported_type' } },
      { outcome: 'denied', actor_kind: 'center', details: { code: 'not_found' } },
    ]);
  });

  it.each(['before', 'after'])(
    'rejects an upload with 401 if its session signed out meanwhile, with the fields %s the file',
    async (order) => {
      const client = new Client(testApp.origin, testApp.config);
      const { centerId, password } = center;
      await client.signIn(routes.auth.centerLogin.path, { centerId, password });
      const before = await takeStorageSnapshot(testApp);
      const bytes = async function* () {
        yield dicom.subarray(0, 600);
        // the request was accepted, and the file is being stored
        await waitUntil(async () => (await takeStorageSnapshot(testApp)).files.length > before.files.length);
        await client.json('POST', routes.auth.logout.path, {});
        yield dicom.subarray(600);
      };
      const fields = fieldParts({ patientId: center.patient.patientId });
      const file = filePart(bytes());
      const response = await sendParts(client, order === 'before' ? [...fields, file] : [file, ...fields], {
        'idempotency-key': `ended ${order}`,
      });
      expect([response.status, problemOf(response).code]).toEqual([401, 'unauthenticated']);
      expect(await takeStorageSnapshot(testApp)).toEqual(before);
      expect(await listRejections()).toContainEqual({
        outcome: 'denied',
        actor_kind: 'center',
        details: { code: 'unauthenticated' },
      });
    },
  );
});

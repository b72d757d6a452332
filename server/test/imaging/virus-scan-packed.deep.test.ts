import { randomUUID } from 'node:crypto';
import { constants, deflateRawSync } from 'node:zlib';
import { parseMetaHead } from '@medcloud/dicom';
import { writeFile } from '@medcloud/dicom/test/write-data-set.ts';
import { buildZip } from '@medcloud/dicom/test/zip-builder.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { encodePdfEnvelope } from '../../src/domain/imaging/documents/dicom-envelope.ts';
import { waitUntil } from '../harness/wait-until.ts';
import { eicar, eicarName } from '../services/virus-scanner.ts';
import { codeOf, createScanFixture, type ScanFixture } from './create-scan-fixture.ts';
import { pdf } from './document-uploads.ts';

/** Creates a DICOM file with a document, and with a deflated data set (PS3.5 A.5). */
function deflatedPdf(content: Buffer): Buffer {
  const document = Buffer.concat([content, Buffer.alloc(2_048 + (content.length % 2))]);
  const { prefix, suffix } = encodePdfEnvelope({ examId: randomUUID(), examDate: '2026-01-15' }, document.length);
  const file = Buffer.concat([prefix, document, suffix]);
  const { dataSetOffset } = parseMetaHead(file, true) ?? {};
  return Buffer.from(writeFile(deflateRawSync(file.subarray(dataSetOffset)), '1.2.840.10008.1.2.1.99'));
}

/** Viruses behind a second compression, behind a limit, or in an archive whose list of members is wrong. */
describe('the virus scan of packed contents (T-F14)', () => {
  let fixture: ScanFixture;
  let scanner: ScanFixture['scanner'];
  let doctor: ScanFixture['doctor'];
  beforeAll(async () => {
    fixture = await createScanFixture(700);
    ({ scanner, doctor } = fixture);
  });
  afterAll(() => fixture.close());
  beforeEach(() => fixture.reset());

  it('finds a virus in a deflated data set, and marks a PDF there that it does not inspect', async () => {
    const findings = [{ file: '', virus: eicarName }];
    const id = await fixture.scanned(deflatedPdf(eicar));
    expect(await fixture.seenByCenter(id)).toMatchObject({ scan: 'infected', findings });
    const members = [{ name: 'DOCS/I1', content: deflatedPdf(eicar) }];
    const archived = await fixture.scanned(fixture.archive(members));
    expect(await fixture.seenByCenter(archived)).toMatchObject({ findings: [{ file: 'DOCS/I1' }] });
    const plain = await fixture.scanned(deflatedPdf(pdf));
    expect(await fixture.exam(plain)).toMatchObject({ scan_state: 'clean', marks: { unchecked: 1 } });
    expect(await codeOf(await fixture.download(doctor, plain))).toBe('content_unconfirmed');
  });

  it('keeps a deflated data set waiting that cannot be inflated', async () => {
    const file = deflatedPdf(pdf);
    file.fill(0xff, file.length - 300);
    const id = await fixture.uploadAndIndex(file);
    await waitUntil(async () => (await fixture.exam(id)).scan_fault === 'limit');
    expect(await fixture.stateOf(id)).toBe('waiting');
  });

  it('finds a virus in a member although another one exceeds the limit', async () => {
    scanner.maxFileBytes = 50_000;
    const id = await fixture.uploadAndIndex(
      fixture.archive([
        { name: 'noise.bin', content: Buffer.alloc(90_000, 'a') },
        { name: 'x.com', content: eicar },
      ]),
    );
    await fixture.waitForState(id, 'infected');
  });

  const beforeEnd = deflateRawSync(eicar, { finishFlush: constants.Z_SYNC_FLUSH });
  const asDeflated = (bytes: Buffer, size: number) => ({
    ...{ name: 'VIEWER/x.com', content: bytes, method: 'stored' as const },
    claims: { method: 8, size, crc32: 1 },
  });
  it.each([
    ['declares fewer bytes', asDeflated(deflateRawSync(eicar), 20)],
    ['declares more bytes', asDeflated(deflateRawSync(eicar), 2_000)],
    ['lacks its end', asDeflated(beforeEnd, eicar.length)],
  ])('finds a virus in a member that %s', async (_, member) => {
    const image = { name: 'DICOM/I1', content: fixture.dicom(), method: 'deflated' as const };
    const id = await fixture.uploadAndIndex(Buffer.from(buildZip([image, member])));
    await fixture.waitForState(id, 'infected');
    expect(await fixture.seenByCenter(id)).toMatchObject({ findings: [{ file: 'VIEWER/x.com', virus: eicarName }] });
  });

  it('keeps an archive waiting of which a member does not inflate', async () => {
    const image = { name: 'DICOM/I1', content: fixture.dicom(), method: 'deflated' as const };
    const damaged = asDeflated(Buffer.concat([beforeEnd, Buffer.alloc(100, 0xff)]), 2_000);
    const id = await fixture.uploadAndIndex(Buffer.from(buildZip([image, damaged])));
    await waitUntil(async () => (await fixture.exam(id)).scan_fault !== null);
    expect(await fixture.exam(id)).toMatchObject({ scan_state: 'waiting', scan_fault: 'limit' });
    expect(await codeOf(await fixture.download(doctor, id, '?confirm=yes'))).toBe('not_scanned');
    await fixture.rows(`UPDATE exams SET status = 'withdrawn' WHERE id = $1`, [id]);
  });
});

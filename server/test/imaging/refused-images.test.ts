import { routes } from '@medcloud/contract';
import { gray12, writeGray } from '@medcloud/dicom/test/pixel-forms.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signInAdmin } from '../harness/fixtures.ts';
import { unlimited } from '../harness/wait-until.ts';
import { createImagingFixture, type ImagingFixture } from './create-imaging-fixture.ts';

describe('images that are refused', () => {
  let fixture: ImagingFixture;
  beforeAll(async () => {
    fixture = await createImagingFixture();
  });
  afterAll(() => fixture.close());

  it('leave one entry in the system log with their form, and no name', async () => {
    const file = Buffer.from(writeGray(gray12, 'Sophia'));
    const highBit = file.indexOf('280002015553', 'hex'); // (0028,0102), US
    file.writeUInt16LE(9, highBit + 8); // below the 12 stored bits
    const photometric = file.indexOf('MONOCHROME2');
    file.write('SOPHIA MARI', photometric, 'latin1'); // any text may be there
    const examId = await fixture.uploadAndIndex(file, 'file.dcm');
    const [row] = await fixture.rows('SELECT study_uid, series_uid FROM series WHERE exam_id = $1', [examId]);
    const { client } = fixture.fixtures.centerA;
    const series = `/dicom-web/exams/${examId}/studies/${row?.study_uid}/series/${row?.series_uid}`;
    for (let image = 0; image < 5; image++)
      expect((await client.raw('GET', `${series}/rendered`, { headers: { accept: 'image/png' } })).status).toBe(406);
    const admin = await signInAdmin(fixture);
    const read = () => admin.call(routes.admin.systemLogs, { query: { search: 'not shown' } });
    await expect
      .poll(read, unlimited)
      .toMatchObject([{ code: 'picture-refused', level: 'warning', source: 'portal', times: 1 }]);
    const [entry] = await read();
    expect(entry?.message).toContain('Transfer syntax 1.2.840.10008.1.2.1, ?, bits 16/12/9. Images: 1.');
    expect(JSON.stringify(entry)).not.toMatch(/sophia|forms/i);
  });
});

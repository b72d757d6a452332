import { routes } from '@medcloud/contract';
import { type TestElement, writeDataSet, writeFile } from '@medcloud/dicom/test/write-data-set.ts';
import { buildZip } from '@medcloud/dicom/test/zip-builder.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import type { Client } from '../harness/client.ts';
import { createImagingFixture, type ImagingFixture } from '../imaging/create-imaging-fixture.ts';
import { greekFile } from './greek-file.ts';
import { partsOf } from './parts.ts';

const rowsShape = z.array(
  z.record(z.string(), z.object({ vr: z.string(), Value: z.array(z.unknown()).optional() }).loose()),
);
const text = (value: string) => Buffer.from(value.length % 2 === 0 ? value : `${value} `, 'latin1');
const uid = '2.25.5150';

/** A file with a scheduled step, performed in the afternoon, with dates and times as an older program writes them. */
function createStepFile(study = uid, instance = `${uid}.3`): Buffer {
  const of = (tag: number, vr: string, value: string): TestElement => ({ tag, vr, value: text(value) });
  const short = (tag: number, value: number): TestElement => ({ tag, vr: 'US', value: Buffer.from([value, 0]) });
  const elements = [
    of(0x00080016, 'UI', '1.2.840.10008.5.1.4.1.1.7'),
    of(0x00080018, 'UI', instance),
    of(0x00080031, 'TM', '14:05:10'),
    of(0x00080060, 'CS', 'OT'),
    of(0x0020000d, 'UI', `${study}.1`),
    of(0x0020000e, 'UI', `${study}.2`),
    of(0x00201206, 'IS', '9'),
    short(0x00280002, 1),
    of(0x00280004, 'CS', 'MONOCHROME2'),
    of(0x00280008, 'IS', '3'),
    short(0x00280010, 4),
    short(0x00280011, 4),
    short(0x00280100, 8),
    short(0x00280101, 8),
    short(0x00280102, 7),
    short(0x00280103, 0),
    of(0x00400244, 'DA', '2025.03.17'),
    of(0x00400245, 'TM', '140512.250'),
    {
      tag: 0x00400275,
      vr: 'SQ',
      value: Buffer.alloc(0),
      items: [[of(0x00400002, 'DA', '20250316'), of(0x00400007, 'LO', 'Step one')]],
    },
    { tag: 0x7fe00010, vr: 'OB', value: Buffer.alloc(48, 7) },
  ];
  const encoding = { isExplicitVr: true, isLittleEndian: true };
  return Buffer.from(writeFile(writeDataSet(elements, encoding), '1.2.840.10008.1.2.1'));
}

describe('QIDO-RS search', () => {
  let fixture: ImagingFixture;
  let client: Client;

  beforeAll(async () => {
    fixture = await createImagingFixture();
    client = fixture.fixtures.centerA.client;
    await fixture.uploadAndIndex(createStepFile());
  });
  afterAll(() => fixture.close());

  const fetchRows = async (path: string) => {
    const response = await client.raw('GET', `/dicom-web${path}`);
    expect(response.status, path).toBe(200);
    return rowsShape.parse(await response.json());
  };

  // Δήμου^Ϊωή in ISO 8859-7
  const in8859 = Buffer.from('c4deeceff55edaf9de', 'hex');
  // Θώρακας in ISO 8859-7
  const chest = Buffer.from('c8fef1e1eae1f2', 'hex');
  it.each([
    ['ISO_IR 126', 'ISO_IR 126', in8859, chest],
    ['ISO_IR 192', 'ISO_IR 192', Buffer.from('Δήμου^Ϊωή'), Buffer.from('Θώρακας')],
    [
      'ISO 2022 IR 126',
      '\\ISO 2022 IR 126',
      Buffer.concat([Buffer.from('\x1b-F'), in8859.subarray(0, 5), Buffer.from('^\x1b-F'), in8859.subarray(6)]),
      Buffer.concat([Buffer.from('\x1b-F'), chest]),
    ],
    ['ISO 2022 IR 126 that no escape introduces', '\\ISO 2022 IR 126', in8859, chest],
    ['the default repertoire', 'ISO_IR 6', in8859, chest],
    ['no character set', '', in8859, chest],
  ])('decodes Greek in %s in lists, searches, metadata and exports', async (name, set, bytes, description) => {
    const own = `2.25.77${name.length}`;
    const file = greekFile(set, bytes, description, own);
    const id = await fixture.uploadAndIndex(file);
    const listed = await client.call(routes.exams.examToOpen, { params: { id } });
    expect(listed.series).toMatchObject([{ studyDescription: 'Θώρακας', description: 'Θώρακας' }]);
    const pattern = encodeURIComponent('Θώρα*');
    const [byStudy] = await fetchRows(`/studies?StudyDescription=${pattern}&StudyInstanceUID=${own}.1`);
    expect(byStudy?.['00081030']?.Value).toEqual(['Θώρακας']);
    const [bySeries] = await fetchRows(`/series?SeriesInstanceUID=${own}.2&includefield=SeriesDescription`);
    expect(bySeries?.['0008103E']?.Value).toEqual(['Θώρακας']);
    const [byInstance] = await fetchRows(`/studies/${own}.1/instances?includefield=SeriesDescription`);
    expect(byInstance?.['0008103E']?.Value).toEqual(['Θώρακας']);
    // exports keep the uploaded bytes and their character set
    const archive = await client.raw('GET', `/dicom-web/studies/${own}.1`, { headers: { accept: 'application/zip' } });
    expect(Buffer.from(await archive.arrayBuffer()).includes(file)).toBe(true);
    const expectedNames = [{ Alphabetic: 'Δήμου^Ϊωή' }];
    const [row] = await fetchRows(`/studies?PatientName=${encodeURIComponent('δημου')}*&StudyInstanceUID=${own}.1`);
    expect(row?.['00100010']?.Value).toEqual(expectedNames);
    const [metadata] = await fetchRows(`/studies/${own}.1/metadata`);
    expect(metadata?.['00100010']?.Value).toEqual(expectedNames);
  });

  it.each([
    ['PerformedProcedureStepStartDate=20250301-20250331', true],
    ['PerformedProcedureStepStartDate=20250317', true],
    ['PerformedProcedureStepStartDate=2025.03.17-', true],
    ['00400244=-20250316', false],
    ['00400244=20250318-', false],
    ['00400244=yesterday', false],
    ['PerformedProcedureStepStartTime=14', true],
    ['00400245=1400-1405', true],
    ['00400245=140513-', false],
    ['SeriesTime=13-15', true],
    ['SeriesTime=14:05:10', true],
    ['SeriesTime=-1404', false],
    ['RequestAttributesSequence.ScheduledProcedureStepStartDate=20250315-20250316', true],
    ['RequestAttributesSequence.ScheduledProcedureStepStartDate=20250317-', false],
    ['RequestAttributesSequence.ScheduledProcedureStepDescription=Step*', true],
  ])('matches %s: %s', async (query, isFound) => {
    const response = await client.raw('GET', `/dicom-web/series?SeriesInstanceUID=${uid}.2&${query}`);
    expect(response.headers.get('warning')).toBeNull();
    expect(rowsShape.parse(await response.json())).toHaveLength(isFound ? 1 : 0);
  });

  it('returns attributes of higher levels if the path does not name these levels or includefield does', async () => {
    const study = `/studies/${uid}.1`;
    const tagsOf = async (path: string) => Object.keys((await fetchRows(path))[0] ?? {});
    const [ofStudy, ofSeries] = [
      ['00201206', '00201208'],
      ['00400244', '00201209'],
    ];
    expect(await tagsOf(`/instances?SOPInstanceUID=${uid}.3`)).toEqual(
      expect.arrayContaining([...ofStudy, ...ofSeries]),
    );
    const ofOneStudy = await tagsOf(`${study}/instances`);
    expect(ofOneStudy).toEqual(expect.arrayContaining(ofSeries));
    expect(ofOneStudy).not.toContain('00201206');
    expect(await tagsOf(`${study}/series/${uid}.2/instances`)).not.toContain('00400244');
    expect(await tagsOf(`${study}/series`)).not.toContain('00201206');
    for (const includeField of ['NumberOfStudyRelatedSeries', 'all'])
      expect(await tagsOf(`${study}/series?includefield=${includeField}`)).toContain('00201206');
    expect(await tagsOf(`${study}/series/${uid}.2/instances?includefield=00400244`)).toContain('00400244');
  });

  it.each([
    'StudyDate=20200101&StudyDate=20250101',
    'PatientName=A*&00100010=B*',
    'limit=1&limit=1000',
    'fuzzymatching=true&fuzzymatching=false',
    'Unknown=1&Unknown=2',
  ])('returns 400 for %s, which repeats a parameter', async (query) => {
    const response = await client.raw('GET', `/dicom-web/studies?${query}`);
    expect(response.status).toBe(400);
    expect(await response.text()).toContain('was sent more than once');
  });

  it('returns a warning for an unsupported includefield attribute', async () => {
    const warningOf = async (path: string) => (await client.raw('GET', `/dicom-web${path}`)).headers.get('warning');
    const message = '299 medcloud "includefield SliceThickness is not given here and was ignored."';
    expect(await warningOf('/studies?includefield=SliceThickness,StudyDescription')).toBe(message);
    expect(await warningOf('/series?includefield=SliceThickness&includefield=SeriesTime')).toBe(message);
    expect(await warningOf(`/studies/${uid}.1/instances?includefield=SliceThickness`)).toBeNull();
  });

  it('returns the number of frames and the bit depth of an instance', async () => {
    const [row] = await fetchRows(`/studies/${uid}.1/instances`);
    expect(row).toMatchObject({
      '00280008': { vr: 'IS', Value: [3] },
      '00280010': { vr: 'US', Value: [4] },
      '00280100': { vr: 'US', Value: [8] },
    });
  });

  it('renders 64 images of a longer study and returns a warning', async () => {
    const files = Array.from({ length: 66 }, (_, place) => createStepFile('2.25.66', `2.25.66.3.${place + 1}`));
    await fixture.uploadAndIndex(
      Buffer.from(buildZip(files.map((content, place) => ({ name: `IM${place}`, content })))),
      'cd.zip',
    );
    const accept = 'multipart/related; type="image/jpeg"';
    const all = await client.raw('GET', '/dicom-web/studies/2.25.66.1/rendered', { headers: { accept } });
    expect(await partsOf(all)).toHaveLength(64);
    expect(all.headers.get('warning')).toBe('299 medcloud "64 of 66 images, evenly chosen, are rendered."');
  });
});

import { routes } from '@medcloud/contract';
import { screenPath } from '@medcloud/contract/screens';
import { type TestElement, writeDataSet, writeFile } from '@medcloud/dicom/test/write-data-set.ts';
import { buildZip } from '@medcloud/dicom/test/zip-builder.ts';
import { uploadExam } from '@medcloud/server/test/harness/fixtures.ts';
import { waitUntil } from '@medcloud/server/test/harness/wait-until.ts';
import { openPage } from '../harness/open-page.ts';
import { expect, testWithFixtures } from '../test-app.ts';

/** A mammogram of four views in one series: hung in four panes, chest walls in the middle, at one scale. */

const test = testWithFixtures(59);

const explicit = { isExplicitVr: true, isLittleEndian: true } as const;
const text = (value: string) => Buffer.from(value.length % 2 === 0 ? value : `${value} `);
const short = (value: number) => Buffer.from(Uint16Array.of(value).buffer);
const side = 64;

/** Writes a view whose chest wall is bright, at the end of the rows where the patient's posterior is. */
function writeView(laterality: string, view: string, rows: 'A' | 'P', number: number): Uint8Array {
  const pixels = Uint8Array.from({ length: side * side }, (_, place) => {
    const column = place % side;
    return (rows === 'P' ? column >= side - 8 : column < 8) ? 250 : 40;
  });
  const element = (tag: number, vr: string, value: Uint8Array): TestElement => ({ tag, vr, value });
  const elements = [
    element(0x00080016, 'UI', text('1.2.840.10008.5.1.4.1.1.1.2\0')),
    element(0x00080018, 'UI', text(`2.25.590${number}\0`.slice(0, 10))),
    element(0x00080060, 'CS', text('MG')),
    element(0x00100010, 'PN', text('Test^Mammogram')),
    element(0x00181164, 'DS', text('0.1\\0.1 ')),
    element(0x00185101, 'CS', text(view)),
    element(0x0020000d, 'UI', text('2.25.5901\0')),
    element(0x0020000e, 'UI', text('2.25.5902\0')),
    element(0x00200013, 'IS', text(String(number))),
    element(0x00200020, 'CS', text(`${rows}\\F`)),
    element(0x00200062, 'CS', text(laterality)),
    element(0x00280002, 'US', short(1)),
    element(0x00280004, 'CS', text('MONOCHROME2 ')),
    element(0x00280010, 'US', short(side)),
    element(0x00280011, 'US', short(side)),
    element(0x00280100, 'US', short(8)),
    element(0x00280101, 'US', short(8)),
    element(0x00280102, 'US', short(7)),
    element(0x00280103, 'US', short(0)),
    element(0x7fe00010, 'OB', pixels),
  ];
  return writeFile(writeDataSet(elements, explicit), '1.2.840.10008.1.2.1');
}

// the left oblique view is stored with its chest wall on the wrong side
const views = [
  writeView('L', 'MLO', 'P', 1),
  writeView('R', 'CC', 'P', 2),
  writeView('L', 'CC', 'A', 3),
  writeView('R', 'MLO', 'P', 4),
];

/** Returns whether the left and the right half of each pane's image have the chest wall. */
async function findBrightSides(panes: HTMLElement[]): Promise<('left' | 'right' | 'none')[]> {
  return panes.map((pane) => {
    const canvas = pane.querySelector('canvas');
    if (!canvas) return 'none';
    const { width, height } = canvas;
    const { data = [] } = canvas.getContext('2d')?.getImageData(0, Math.floor(height / 2), width, 1) ?? {};
    const bright = Array.from({ length: width }, (_, x) => x).filter((x) => (data[4 * x] ?? 0) > 180);
    const mean = bright.reduce((sum, x) => sum + x, 0) / bright.length;
    return bright.length === 0 ? 'none' : mean < width / 2 ? 'left' : 'right';
  });
}

test('hangs four views, right and left, with the chest walls in the middle', async ({ browser, testApp, fixtures }) => {
  const { client, patient } = fixtures.center;
  const archive = buildZip(views.map((content, place) => ({ name: `${place}.dcm`, content })));
  const examId = await uploadExam(client, patient.patientId, Buffer.from(archive), {
    examType: 'xray',
    mismatchReason: 'A phantom',
  });
  await waitUntil(async () => (await client.call(routes.exams.examToOpen, { params: { id: examId } })).exam.viewable);
  const page = await openPage(browser, testApp, client, { width: 1440, height: 900 });
  await page.goto(screenPath('examView', { examId }));
  const panes = page.locator('section[data-series]');
  await expect(page.locator('section[data-drawn=true]')).toHaveCount(4);
  expect(await panes.evaluateAll((all) => all.map((pane) => pane.getAttribute('data-instance')))).toEqual(
    [2, 3, 4, 1].map((number) => `2.25.590${number}`),
  );
  await expect.poll(() => panes.evaluateAll(findBrightSides)).toEqual(['right', 'left', 'right', 'left']);
  // each view scrolls alone
  await page.keyboard.press('End');
  expect(await panes.evaluateAll((all) => all.map((pane) => pane.getAttribute('data-instance')))).toContain(
    '2.25.5903',
  );
  await page.context().close();
});

import { routes } from '@medcloud/contract';
import { screenPath } from '@medcloud/contract/screens';
import reference from '@medcloud/dicom/test/objects/waveform-ecg.json' with { type: 'json' };
import { testFile } from '@medcloud/dicom/test/test-files.ts';
import { uploadExam } from '@medcloud/server/test/harness/fixtures.ts';
import { waitUntil } from '@medcloud/server/test/harness/wait-until.ts';
import { listViolations } from '../harness/expect-accessible.ts';
import { openPage } from '../harness/open-page.ts';
import { expect, testWithFixtures } from '../test-app.ts';

const test = testWithFixtures(85);

test('shows an ECG on paper at its scale, and measures by mouse and keyboard', async ({
  browser,
  testApp,
  fixtures,
}) => {
  const { client, patient } = fixtures.center;
  const id = await uploadExam(client, patient.patientId, Buffer.from(testFile('test_files/waveform_ecg.dcm')));
  await waitUntil(async () => (await client.call(routes.exams.examToOpen, { params: { id } })).exam.viewable);
  const page = await openPage(browser, testApp, client);
  await page.goto(screenPath('examView', { examId: id }));
  const traces = page.locator('svg[data-waveform-sheet] path[data-channel]');
  await expect(traces).toHaveCount(12);
  const paths = await traces.evaluateAll((found) => found.map((path) => path.getAttribute('d') ?? ''));
  for (const [channel, { min, max }] of (reference.groups[0]?.channels ?? []).entries()) {
    const heights = [...(paths[channel]?.matchAll(/ (-?[\d.]+)/g) ?? [])].map(([, y]) => Number(y));
    const drawn = (Math.max(...heights) - Math.min(...heights)) / 10; // 10 mm a millivolt
    expect(Math.abs(drawn / (max - min) - 1)).toBeLessThan(0.01);
  }
  const sheet = await page.locator('svg[data-waveform-sheet]').boundingBox();
  if (!sheet) throw new Error('The recording is not shown.');
  const at = (part: number) => [sheet.x + part * sheet.width, sheet.y + sheet.height / 24] as const;
  await page.mouse.move(...at(0.2));
  await page.mouse.down();
  await page.mouse.move(...at(0.28));
  await page.mouse.up();
  const values = page.locator('[data-caliper-values]');
  await expect(values).toContainText('800 ms · 75 bpm · I: 0.00 mV');
  await page.getByRole('slider', { name: 'Caliper point 2' }).press('Shift+ArrowRight');
  await expect(values).toContainText('840 ms · 71 bpm');
  expect(await listViolations(page)).toEqual([]);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText('In the file: ')).toBeVisible();
  const printed = await page.locator('svg[data-waveform-sheet]').boundingBox();
  expect(printed?.width).toBeCloseTo((250 / 25.4) * 96, 0); // 250 mm
  await page.close();
});

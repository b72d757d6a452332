import { routes } from '@medcloud/contract';
import { screenPath } from '@medcloud/contract/screens';
import { writeDataSet, writeFile } from '@medcloud/dicom/test/write-data-set.ts';
import { uploadExam } from '@medcloud/server/test/harness/fixtures.ts';
import { waitUntil } from '@medcloud/server/test/harness/wait-until.ts';
import { openPage } from '../harness/open-page.ts';
import { expect, testWithFixtures } from '../test-app.ts';
import { pane } from './measure.ts';
import { textElement } from './write-image.ts';

const test = testWithFixtures(81);

/** Writes a video of H.264, whose frames are all in one fragment (PS3.5 8.2.7). */
function createVideo(): Buffer {
  const number = (tag: number, value: number) => ({ tag, vr: 'US', value: Buffer.from(Uint16Array.of(value).buffer) });
  const elements = [
    textElement(0x00080016, 'UI', '1.2.840.10008.5.1.4.1.1.77.1.1.1'),
    textElement(0x00080018, 'UI', '2.25.7431'),
    textElement(0x0020000d, 'UI', '2.25.7432'),
    textElement(0x0020000e, 'UI', '2.25.7433'),
    number(0x00280002, 3),
    textElement(0x00280004, 'CS', 'YBR_PARTIAL_420'),
    textElement(0x00280008, 'IS', '30'),
    number(0x00280010, 480),
    number(0x00280011, 640),
    number(0x00280100, 8),
    number(0x00280101, 8),
    number(0x00280102, 7),
    number(0x00280103, 0),
  ];
  const pixels =
    'e07f10004f420000ffffffff' + 'feff00e000000000' + 'feff00e008000000' + '0000000165888400' + 'feffdde000000000';
  const dataSet = writeDataSet(elements, { isExplicitVr: true, isLittleEndian: true });
  return Buffer.from(writeFile(Buffer.concat([dataSet, Buffer.from(pixels, 'hex')]), '1.2.840.10008.1.2.4.102'));
}

test('says that a video cannot be shown, and offers its download', async ({ browser, testApp, fixtures }) => {
  const { client, patient } = fixtures.center;
  const id = await uploadExam(client, patient.patientId, createVideo());
  await waitUntil(async () => (await client.call(routes.exams.examToOpen, { params: { id } })).exam.viewable);
  const page = await openPage(browser, testApp, client);
  await page.goto(screenPath('examView', { examId: id }));
  const message = pane(page).getByRole('status').filter({ hasText: 'This image cannot be displayed' });
  await expect(message).toBeVisible();
  await expect(message.getByRole('button', { name: 'Download' })).toBeVisible();
  await page.close();
});

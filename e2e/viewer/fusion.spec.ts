import { listViolations } from '../harness/expect-accessible.ts';
import { openPage } from '../harness/open-page.ts';
import { expect, testWithFixtures } from '../test-app.ts';
import { countPixels, openPetCt, uploadPetCt } from './open-pet-ct.ts';

/** A PET-CT: CT, PET, both and the PET's projection, each in its place. */

const test = testWithFixtures(57);

test('hangs a PET-CT, with the PET in color over its CT', async ({ browser, testApp, fixtures }) => {
  const examId = await uploadPetCt(fixtures);
  const page = await openPage(browser, testApp, fixtures.center.client, { width: 1440, height: 900 });
  await openPetCt(page, examId);
  const [ct, fused] = [await countPixels(page, 'CT'), await countPixels(page, 'Fused')];
  expect(fused.colored).toBeGreaterThan(5 * ct.colored); // the cross is colored too
  expect((await countPixels(page, 'PET MIP')).gray).toBeGreaterThan(10_000);
  await page.getByRole('slider', { name: 'PET opacity' }).fill('0');
  await expect.poll(() => countPixels(page, 'Fused')).toEqual(ct);
  expect(await listViolations(page)).toEqual([]);
  await page.context().close();
});

import { routes } from '@medcloud/contract';
import { screenPath } from '@medcloud/contract/screens';
import { uploadExam } from '@medcloud/server/test/harness/fixtures.ts';
import { waitUntil } from '@medcloud/server/test/harness/wait-until.ts';
import { persons } from '@medcloud/server/test/phantom/persons.ts';
import { type PetCtOptions, petCt } from '@medcloud/server/test/phantom/pet-ct.ts';
import { zipOf } from '@medcloud/server/test/phantom/zip-of.ts';
import type { Page } from '@playwright/test';
import type { Fixtures } from '../harness/create-fixtures.ts';
import { expect } from '../test-app.ts';

const [first] = persons;
if (!first) throw new Error('Expected at least one phantom person.');
const patient = first;

/** Uploads a PET-CT of a chest with ten CT slices. Returns the exam's id once it can be viewed. */
export async function uploadPetCt({ center }: Fixtures, options: Partial<PetCtOptions> = {}): Promise<string> {
  const { client, patient: record } = center;
  const files = petCt({ seed: 7, patient, slices: 10, ...options });
  const archive = Buffer.concat(await Array.fromAsync(zipOf(files)));
  const id = await uploadExam(client, record.patientId, archive, { examType: 'pet-ct' });
  await waitUntil(async () => (await client.call(routes.exams.examToOpen, { params: { id } })).exam.viewable);
  return id;
}

/** Opens a PET-CT and waits until CT and PET are loaded, and the PET's projection is made. */
export async function openPetCt(page: Page, examId: string): Promise<void> {
  await page.goto(screenPath('examView', { examId }));
  await expect(page.locator('main[data-mpr=standing][data-fusion=standing]')).toBeVisible();
  await expect(page.locator('[data-mip=standing]')).toBeVisible();
}

/** Counts the pixels of a view whose channels differ, and those that are gray and not black. */
export const countPixels = (page: Page, view: string) =>
  page
    .getByRole('region', { name: view, exact: true })
    .locator('canvas')
    .evaluate((canvas) => {
      if (!(canvas instanceof HTMLCanvasElement)) return { colored: 0, gray: 0 };
      const { data = [] } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? {};
      let [colored, gray] = [0, 0];
      for (let at = 0; at < data.length; at += 4) {
        const [red = 0, green = 0, blue = 0] = [data[at], data[at + 1], data[at + 2]];
        if (Math.max(red, green, blue) - Math.min(red, green, blue) > 24) colored++;
        else if (red > 24) gray++;
      }
      return { colored, gray };
    });

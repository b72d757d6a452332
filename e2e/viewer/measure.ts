import { expect, type Page } from '@playwright/test';
import { listViolations } from '../harness/expect-accessible.ts';

export const pane = (page: Page) => page.locator('section[data-phase]').first();

/** Drags the active tool from the center of the image to the right, and waits for the measured value. */
export async function measureByMouse(page: Page): Promise<void> {
  const box = await pane(page).boundingBox();
  if (!box) throw new Error('The pane is not visible.');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2 + 60, box.y + box.height / 2 + 20, { steps: 3 });
  await page.mouse.up();
  await expect(pane(page).locator('svg text').first()).toHaveText(/\d mm$/);
}

/** Creates, moves, lists and removes measurements by keyboard. */
export async function measureByKeys(page: Page): Promise<void> {
  const status = pane(page).getByRole('status');
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  await page.getByRole('button', { name: /Chest 1.0 soft/ }).focus(); // a focused series button handles Enter itself
  await press('l', 'Enter');
  await expect(status).toContainText('Enter sets the first point');
  await press('Enter', ...Array.from({ length: 5 }, () => 'ArrowRight'));
  await expect(status).toContainText(/arrow keys move point 2.* \d+(\.\d)? mm/);
  const label = pane(page).locator('svg text').first();
  const before = await label.textContent();
  await press('Shift+ArrowRight');
  await expect(label).not.toHaveText(before ?? '');
  await page.setViewportSize({ width: 600, height: 900 }); // a narrow window keeps the measurements
  await expect(page.getByRole('button', { name: 'More' })).toBeVisible();
  await expect(label).toHaveText(/mm$/);
  await page.setViewportSize({ width: 1440, height: 900 });
  await press('Enter');
  await expect(status).toContainText(/Length set\. \d+(\.\d)? mm/);
  // faster than the drawing: the value is announced once it is drawn
  await page.evaluate(
    (keys) => {
      for (const key of keys)
        document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
    },
    ['a', 'Enter', 'Enter', 'ArrowRight', 'Enter', 'ArrowUp', 'ArrowUp', 'Enter'],
  );
  await expect(status).toContainText(/Angle set\. \d+(\.\d)?°/);
  for (const [letter, what] of Object.entries({ r: 'Rectangle ROI', e: 'Ellipse ROI' })) {
    await press(letter, 'Enter', 'Enter', 'ArrowRight', 'ArrowRight', 'ArrowDown', 'ArrowDown');
    await expect(status).toContainText(new RegExp(`${what}: arrow keys move point 2.* -?\\d+(\\.\\d)? HU`));
    await press('Enter');
    await expect(status).toContainText(new RegExp(`${what} set\\. -?\\d+(\\.\\d)? HU`));
  }
  await press('d', 'Enter', 'ArrowLeft', 'Enter');
  await expect(status).toContainText(/Probe set\. -?\d+(\.\d)? HU/);
  await press('n');
  const list = page.getByRole('dialog', { name: 'Measurements' });
  await expect(list.getByRole('listitem')).toHaveCount(5);
  for (const what of ['Rectangle ROI', 'Ellipse ROI', 'Probe'])
    await list.getByRole('button', { name: `Remove ${what}` }).click();
  await expect(list.getByRole('listitem')).toHaveCount(2);
  expect(await listViolations(page)).toEqual([]);
  await list.getByRole('button', { name: /^Length/ }).click();
  await expect(status).toContainText('Enter edits its points');
  await press('ArrowDown', 'Escape');
  await expect(status).toContainText('Length canceled.');
  await press('n');
  await list.getByRole('button', { name: /^Remove Angle/ }).click();
  await expect(list.getByRole('listitem')).toHaveCount(1);
  await list.getByRole('button', { name: /^Length/ }).click();
  await expect(status).toContainText('Enter edits its points');
  await press('Delete');
  await expect(status).toContainText('Length removed.');
  await expect(pane(page).locator('svg text')).toHaveCount(0);
}

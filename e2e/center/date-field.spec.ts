import { screens } from '@medcloud/contract/screens';
import { chooseOption } from '../harness/choose-option.ts';
import { expectAccessible } from '../harness/expect-accessible.ts';
import { createKeyboard } from '../harness/keyboard.ts';
import { openPage } from '../harness/open-page.ts';
import { createTranslators } from '../harness/translators.ts';
import { expect, testWithFixtures } from '../test-app.ts';

/** Dates are typed day first, in every browser and language (viewing, 37). */

const t = createTranslators('en');
const test = testWithFixtures(66);

test('registers a patient born on 3 November in an American browser, by keyboard only', async ({
  testApp,
  fixtures,
  browser,
}) => {
  const page = await openPage(browser, testApp, fixtures.center.client);
  const keyboard = await createKeyboard(page);
  await page.clock.setFixedTime('2026-11-20T12:00:00Z'); // the age shown depends on the day
  await page.goto(screens.centerPatients);
  expect(await page.evaluate(() => navigator.language)).toBe('en-US');
  const register = page.getByRole('button', { name: t.center('patients.register') });
  const dialog = page.getByRole('dialog', { name: t.center('registration.title') });
  const birth = dialog.getByLabel(t.center('registration.birthDate'));
  const calendarButton = dialog.getByRole('button', { name: t.dates('calendar.open') });
  const day = (name: string) => page.getByRole('grid').getByRole('button', { name });
  await keyboard.tabTo(register);
  await keyboard.press('Enter');
  await keyboard.expectFocus(dialog.getByLabel(t.center('registration.lastName')));
  await keyboard.type('Ράπτης');
  await keyboard.tabTo(dialog.getByLabel(t.center('registration.firstName')));
  await keyboard.type('Νίκος');
  await keyboard.tabTo(birth);
  await keyboard.type('11/25/1964');
  await keyboard.press('Tab');
  await expect(dialog.getByText('There is no month 25. Write day, month, year.')).toBeVisible();
  await expect(birth).toHaveAttribute('aria-invalid', 'true');
  await keyboard.tabTo(birth, 'Shift+Tab');
  await keyboard.type('03/11/64');
  await keyboard.press('Tab');
  await keyboard.press('Tab');
  await expect(birth).toHaveValue('03/11/1964');
  await expect(dialog.getByText('Tuesday 3 November 1964, 62 years')).toBeVisible();

  await keyboard.tabTo(calendarButton, 'Shift+Tab');
  await keyboard.press('Enter');
  await keyboard.expectFocus(day('Tuesday 3 November 1964'));
  await expectAccessible(page);
  await keyboard.press('PageUp');
  await keyboard.press('ArrowRight');
  await keyboard.press('End');
  await keyboard.expectFocus(day('Sunday 4 October 1964'));
  await keyboard.press('Escape');
  await keyboard.expectFocus(calendarButton);
  await expect(birth).toHaveValue('03/11/1964');
  await keyboard.press('Space');
  await keyboard.press('ArrowDown');
  await keyboard.expectFocus(day('Tuesday 10 November 1964'));
  await keyboard.press('Enter');
  await keyboard.expectFocus(calendarButton);
  await expect(page.getByRole('grid')).toHaveCount(0);
  await expect(birth).toHaveValue('10/11/1964');

  await keyboard.tabTo(birth, 'Shift+Tab');
  await keyboard.type('3 Nov 1964');
  await chooseOption(dialog.getByRole('combobox', { name: t.common('field.gender') }), t.common('gender.Male'));
  await keyboard.tabTo(dialog.getByRole('button', { name: t.center('patients.register') }));
  const [request] = await Promise.all([page.waitForRequest((one) => one.method() === 'POST'), keyboard.press('Enter')]);
  expect(request.postDataJSON()).toMatchObject({ lastName: 'Ράπτης', dateOfBirth: '1964-11-03' });
  await expect(page.getByRole('row').filter({ hasText: 'Ράπτης Νίκος' })).toBeVisible();
  expect(await keyboard.listMouseEvents()).toEqual([]);
});

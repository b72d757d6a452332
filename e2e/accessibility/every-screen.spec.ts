import type { Language } from '@medcloud/contract/languages';
import { screens } from '@medcloud/contract/screens';
import { isDeep, selectByTurn } from '@medcloud/server/test/harness/depth.ts';
import type { Page } from '@playwright/test';
import { createFixtures, type Fixtures } from '../harness/create-fixtures.ts';
import { listViolations } from '../harness/expect-accessible.ts';
import { openPage } from '../harness/open-page.ts';
import { otherVisits, type Visit, type Visitor, visits, waitUntilSettled } from '../harness/visits.ts';
import { expect, startTestApp, test } from '../test-app.ts';

/** Runs axe on every screen with data on it, in each theme and language, and checks that it fits a phone's width. */

// An app of its own: the other specs add and remove people on the shared one.
let ownApp: Awaited<ReturnType<typeof startTestApp>>;
let fixtures: Fixtures;
let pages: Record<Visitor, Page>;
test.beforeAll(async ({ browser }) => {
  ownApp = await startTestApp();
  fixtures = await createFixtures(ownApp.testApp, 51);
  const [{ language, size }] = layouts;
  const openPageAs = (client: Fixtures['admin'] | null) =>
    openPage(browser, ownApp.testApp, client, { language, ...size });
  pages = {
    anonymous: await openPageAs(null),
    center: await openPageAs(fixtures.center.client),
    doctor: await openPageAs(fixtures.doctor.client),
    admin: await openPageAs(fixtures.admin),
  };
});
test.afterAll(async () => {
  await Promise.all(Object.values(pages).map((page) => page.context().close()));
  await ownApp.close();
});

const listPlaces = ({ center, links, breachId, billedUserId }: Fixtures) => ({
  patientId: center.patient.patientId,
  examId: center.examId,
  breachId,
  billedUserId,
  links,
});

/** Uses the language switch, or local storage on pages without one, unless the page has the language. */
async function switchLanguage(page: Page, language: Language): Promise<void> {
  if ((await page.locator('html').getAttribute('lang')) === language) return;
  const choice = page.locator(`button[lang="${language}"]`).first();
  if (await choice.isVisible()) await choice.click();
  else {
    await page.evaluate((chosen) => localStorage.setItem('medcloud-language', chosen), language);
    await page.reload();
    await waitUntilSettled(page);
  }
  await expect(page.locator('html')).toHaveAttribute('lang', language);
}

/**
 * Opens an address by loading it; in `npm test`, a signed-in page goes to another screen within the application, which
 * costs a third (6.6 s of processor time for 14 screens, and 17.3 s for loading each).
 */
async function openScreen(page: Page, address: string): Promise<void> {
  const { origin, pathname } = new URL(page.url());
  const isOtherScreen = origin === ownApp.testApp.origin && pathname !== new URL(address, origin).pathname;
  if (isOtherScreen && page !== pages.anonymous && !isDeep) {
    await page.evaluate((to) => {
      document.querySelector('h1')?.setAttribute('data-left', '');
      history.pushState(null, '', to);
      dispatchEvent(new PopStateEvent('popstate'));
    }, address);
    await expect(page.locator('h1[data-left]')).toHaveCount(0); // or the screen before would be checked
    return;
  }
  // a navigation that changes only the fragment loads nothing
  if (address.includes('#')) await page.goto('about:blank');
  await page.goto(address);
}

/** Returns by how many pixels the page is wider than the viewport. */
const measureOverflow = (page: Page) => page.locator('html').evaluate((html) => html.scrollWidth - html.clientWidth);

const wide = { language: 'en', size: { width: 1280, height: 900 } } as const;
/** Greek has the longer words. */
const narrow = { language: 'el', size: { width: 390, height: 844 } } as const;
const otherLayouts = [
  { ...wide, language: 'el' },
  { ...narrow, language: 'en' },
] as const;

/** Layouts of each screen. `npm test` takes only the narrow one in Greek. */
const layouts = isDeep ? ([wide, narrow, ...otherLayouts] as const) : ([narrow] as const);

const themesOf = (turn: number) => selectByTurn(turn, ['light', 'dark'] as const);

/** Lists the violations and the overflow of a screen, by layout and theme. */
async function listProblems(
  page: Page,
  address: string,
  turn: number,
  rules?: 'every',
): Promise<Record<string, string[]>> {
  await openScreen(page, address);
  await waitUntilSettled(page);
  expect(new URL(page.url()).pathname, 'the screen did not redirect').toBe(new URL(address, page.url()).pathname);
  const found: Record<string, string[]> = {};
  for (const { language, size } of layouts) {
    await page.setViewportSize(size);
    await switchLanguage(page, language);
    await waitUntilSettled(page);
    const overflow = await measureOverflow(page);
    found[`${language}, ${size.width} wide`] = overflow > 0 ? [`overflows by ${overflow} pixels`] : [];
    for (const colorScheme of themesOf(turn)) {
      await page.emulateMedia({ colorScheme });
      found[`${language}, ${size.width} wide, ${colorScheme}`] = await listViolations(page, rules);
    }
  }
  return found;
}

for (const [turn, [name, visit]] of [...Object.entries<Visit>(visits), ...Object.entries(otherVisits)].entries()) {
  const path = Object.entries(screens).find(([screen]) => screen === name)?.[1] ?? name;
  test(`${path}: has no axe violations and no overflow at 390 px (T-A11Y)`, async () => {
    const found = await listProblems(pages[visit.as], visit.at?.(listPlaces(fixtures)) ?? path, turn, visit.rules);
    expect(found).toEqual(Object.fromEntries(Object.keys(found).map((layout) => [layout, []])));
  });
}

test('finds violations and overflow on a page that has them', async () => {
  const page = pages.anonymous;
  await page.goto('about:blank');
  await page.setContent('<img src="x.png"><p style="color: #ccc">Faint</p><div style="width: 2000px">Wide</div>');
  expect(await listViolations(page)).toEqual([
    expect.stringMatching(/^color-contrast/),
    expect.stringMatching(/^document-title/),
    expect.stringMatching(/^html-has-lang/),
    expect.stringMatching(/^image-alt/),
  ]);
  expect(await measureOverflow(page)).toBeGreaterThan(0);
});

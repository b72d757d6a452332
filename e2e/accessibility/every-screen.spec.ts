import { screens } from '@medcloud/contract/screens';
import { isDeep, selectByTurn } from '@medcloud/server/test/harness/depth.ts';
import type { Page } from '@playwright/test';
import { createFixtures, type Fixtures } from '../harness/create-fixtures.ts';
import { listViolations } from '../harness/expect-accessible.ts';
import { openPage } from '../harness/open-page.ts';
import { otherVisits, type Visit, type Visitor, visits, waitUntilSettled } from '../harness/visits.ts';
import { expect, startTestApp, test } from '../test-app.ts';

/** Every screen as it stands with something on it: axe in each theme and language, and the width of a phone. */

// Its own: the other specs' people come and go on theirs.
let ownApp: Awaited<ReturnType<typeof startTestApp>>;
let fixtures: Fixtures;
let pages: Record<Visitor, Page>;
test.beforeAll(async ({ browser }) => {
  ownApp = await startTestApp();
  fixtures = await createFixtures(ownApp.testApp, 51);
  const openPageAs = (client: Fixtures['admin'] | null) => openPage(browser, ownApp.testApp, client);
  pages = {
    nobody: await openPageAs(null),
    center: await openPageAs(fixtures.center.client),
    doctor: await openPageAs(fixtures.doctor.client),
    admin: await openPageAs(fixtures.admin),
  };
});
test.afterAll(async () => {
  await Promise.all(Object.values(pages).map((page) => page.context().close()));
  await ownApp.close();
});

const listPlaces = ({ center, links }: Fixtures) => ({
  patientId: center.patient.patientId,
  examId: center.examId,
  links,
});

/** By the switch; a page of one sentence has none. */
async function switchLanguage(page: Page, language: 'en' | 'el'): Promise<void> {
  const choice = page.locator(`button[lang="${language}"]`).first();
  if (await choice.isVisible()) await choice.click();
  else {
    await page.evaluate((chosen) => localStorage.setItem('medcloud-language', chosen), language);
    await page.reload();
    await waitUntilSettled(page);
  }
  await expect(page.locator('html')).toHaveAttribute('lang', language);
}

/** By how many pixels the page is wider than what is seen of it. */
const measureOverflow = (page: Page) => page.locator('html').evaluate((html) => html.scrollWidth - html.clientWidth);

const wide = { language: 'en', size: { width: 1280, height: 900 } } as const;
/** In Greek, whose words are longer. */
const narrow = { language: 'el', size: { width: 390, height: 844 } } as const;
const otherLayouts = [
  { ...wide, language: 'el' },
  { ...narrow, language: 'en' },
] as const;

/** How each screen is looked at: `npm test` takes the narrowest with the longest words. */
const layouts = isDeep ? [wide, narrow, ...otherLayouts] : [narrow];

const themesOf = (turn: number) => selectByTurn(turn, ['light', 'dark'] as const);

/** What there is to find fault with, by how one looks. */
async function listFaults(
  page: Page,
  address: string,
  turn: number,
  rules?: 'every',
): Promise<Record<string, string[]>> {
  // from an address that differs in its fragment alone nothing would load
  if (address.includes('#')) await page.goto('about:blank');
  await page.goto(address);
  await waitUntilSettled(page);
  expect(new URL(page.url()).pathname, 'nobody was sent elsewhere').toBe(new URL(address, page.url()).pathname);
  const found: Record<string, string[]> = {};
  for (const { language, size } of layouts) {
    await page.setViewportSize(size);
    await switchLanguage(page, language);
    await waitUntilSettled(page);
    const overflow = await measureOverflow(page);
    found[`${language}, ${size.width} wide`] = overflow > 0 ? [`${overflow} pixels are cut`] : [];
    for (const colorScheme of themesOf(turn)) {
      await page.emulateMedia({ colorScheme });
      found[`${language}, ${size.width} wide, ${colorScheme}`] = await listViolations(page, rules);
    }
  }
  return found;
}

for (const [turn, [name, visit]] of [...Object.entries<Visit>(visits), ...Object.entries(otherVisits)].entries()) {
  const path = Object.entries(screens).find(([screen]) => screen === name)?.[1] ?? name;
  test(`${path}: axe finds nothing, and nothing is cut at 390 (T-A11Y)`, async () => {
    const found = await listFaults(pages[visit.as], visit.at?.(listPlaces(fixtures)) ?? path, turn, visit.rules);
    expect(found).toEqual(Object.fromEntries(Object.keys(found).map((layout) => [layout, []])));
  });
}

test('a barrier and a page too wide would be found', async () => {
  const page = pages.nobody;
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

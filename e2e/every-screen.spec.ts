import { screens } from '@medcloud/contract/screens';
import { inTurn, isDeep } from '@medcloud/server/test/harness/depth.ts';
import type { Page } from '@playwright/test';
import { barriers } from './accessible.ts';
import { expect, openPortal, test } from './portal.ts';
import { pageOf } from './signed-in.ts';
import { type Stage, setStage } from './stage.ts';
import { others, settled, type Visit, type Visitor, visits } from './visits.ts';

/** Every screen as it stands with something on it: axe in each theme and language, and the width of a phone. */

// Its own: the other specs' people come and go on theirs.
let own: Awaited<ReturnType<typeof openPortal>>;
let stage: Stage;
let pages: Record<Visitor, Page>;
test.beforeAll(async ({ browser }) => {
  own = await openPortal();
  stage = await setStage(own.portal, 51);
  const of = (client: Stage['admin'] | null) => pageOf(browser, own.portal, client);
  pages = {
    nobody: await of(null),
    center: await of(stage.center.client),
    doctor: await of(stage.doctor.client),
    admin: await of(stage.admin),
  };
});
test.afterAll(async () => {
  await Promise.all(Object.values(pages).map((page) => page.context().close()));
  await own.close();
});

const placesOf = ({ center, links }: Stage) => ({ patientId: center.patient.patientId, examId: center.examId, links });

/** By the switch; a page of one sentence has none. */
async function speak(page: Page, language: 'en' | 'el'): Promise<void> {
  const choice = page.locator(`button[lang="${language}"]`).first();
  if (await choice.isVisible()) await choice.click();
  else {
    await page.evaluate((chosen) => localStorage.setItem('medcloud-language', chosen), language);
    await page.reload();
    await settled(page);
  }
  await expect(page.locator('html')).toHaveAttribute('lang', language);
}

/** By how many pixels the page is wider than what is seen of it. */
const tooWide = (page: Page) => page.locator('html').evaluate((html) => html.scrollWidth - html.clientWidth);

const wide = { language: 'en', size: { width: 1280, height: 900 } } as const;
/** In Greek, whose words are longer. */
const narrow = { language: 'el', size: { width: 390, height: 844 } } as const;
const further = [
  { ...wide, language: 'el' },
  { ...narrow, language: 'en' },
] as const;

/** How each screen is looked at: `npm test` takes the narrowest with the longest words. */
const looks = isDeep ? [wide, narrow, ...further] : [narrow];

const themesOf = (turn: number) => inTurn(turn, ['light', 'dark'] as const);

/** What there is to find fault with, by how one looks. */
async function inspect(page: Page, address: string, turn: number, rules?: 'every'): Promise<Record<string, string[]>> {
  // from an address that differs in its fragment alone nothing would load
  if (address.includes('#')) await page.goto('about:blank');
  await page.goto(address);
  await settled(page);
  expect(new URL(page.url()).pathname, 'nobody was sent elsewhere').toBe(new URL(address, page.url()).pathname);
  const found: Record<string, string[]> = {};
  for (const { language, size } of looks) {
    await page.setViewportSize(size);
    await speak(page, language);
    await settled(page);
    const cut = await tooWide(page);
    found[`${language}, ${size.width} wide`] = cut > 0 ? [`${cut} pixels are cut`] : [];
    for (const colorScheme of themesOf(turn)) {
      await page.emulateMedia({ colorScheme });
      found[`${language}, ${size.width} wide, ${colorScheme}`] = await barriers(page, rules);
    }
  }
  return found;
}

for (const [turn, [name, visit]] of [...Object.entries<Visit>(visits), ...Object.entries(others)].entries()) {
  const path = Object.entries(screens).find(([screen]) => screen === name)?.[1] ?? name;
  test(`${path}: axe finds nothing, and nothing is cut at 390 (T-A11Y)`, async () => {
    const found = await inspect(pages[visit.as], visit.at?.(placesOf(stage)) ?? path, turn, visit.rules);
    expect(found).toEqual(Object.fromEntries(Object.keys(found).map((look) => [look, []])));
  });
}

test('a barrier and a page too wide would be found', async () => {
  const page = pages.nobody;
  await page.goto('about:blank');
  await page.setContent('<img src="x.png"><p style="color: #ccc">Faint</p><div style="width: 2000px">Wide</div>');
  expect(await barriers(page)).toEqual([
    expect.stringMatching(/^color-contrast/),
    expect.stringMatching(/^document-title/),
    expect.stringMatching(/^html-has-lang/),
    expect.stringMatching(/^image-alt/),
  ]);
  expect(await tooWide(page)).toBeGreaterThan(0);
});

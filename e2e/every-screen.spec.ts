import { screens } from '@medcloud/contract/screens';
import { inTurn, isDeep } from '@medcloud/server/test/depth.ts';
import type { Page } from '@playwright/test';
import { barriers } from './accessible.ts';
import { test as base, expect, openPortal } from './portal.ts';
import { pageOf } from './signed-in.ts';
import { type Stage, setStage } from './stage.ts';
import { others, settled, type Visit, type Visitor, visits } from './visits.ts';

/** Every screen as it stands with something on it: axe in each theme and language, and the width of a phone. */

const test = base.extend<object, { stage: Stage; pages: Record<Visitor, Page> }>({
  // Its own: the other specs' people come and go on theirs.
  portal: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from its first argument's pattern
    async ({}, use) => {
      const { portal, close } = await openPortal();
      await use(portal);
      await close();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  stage: [async ({ portal }, use) => use(await setStage(portal, 51)), { scope: 'worker', timeout: 60_000 }],
  pages: [
    async ({ browser, portal, stage }, use) => {
      const of = (client: Stage['admin'] | null) => pageOf(browser, portal, client);
      const pages = {
        nobody: await of(null),
        center: await of(stage.center.client),
        doctor: await of(stage.doctor.client),
        admin: await of(stage.admin),
      };
      await use(pages);
      await Promise.all(Object.values(pages).map((page) => page.context().close()));
    },
    // before the first test begins, at whose end what it opened is closed
    { scope: 'worker', auto: true },
  ],
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

const wide = { width: 1280, height: 900 };
const narrow = { width: 390, height: 844 };
/** Narrow in Greek, whose words are longer. */
const looks = [
  { language: 'en', size: wide },
  { language: 'el', size: narrow },
] as const;
const furtherLooks = [
  { language: 'el', size: wide },
  { language: 'en', size: narrow },
] as const;

/** Wide in one theme and narrow in the other, the next screen the other way round. */
const themesOf = (turn: number) => inTurn(turn, ['light', 'dark'] as const);

/** What there is to find fault with, by how one looks. */
async function inspect(page: Page, address: string, turn: number, rules?: 'every'): Promise<Record<string, string[]>> {
  await page.setViewportSize(wide);
  // from an address that differs in its fragment alone nothing would load
  if (address.includes('#')) await page.goto('about:blank');
  await page.goto(address);
  await settled(page);
  expect(new URL(page.url()).pathname, 'nobody was sent elsewhere').toBe(new URL(address, page.url()).pathname);
  const found: Record<string, string[]> = {};
  for (const [place, { language, size }] of [...looks, ...(isDeep ? furtherLooks : [])].entries()) {
    await page.setViewportSize(size);
    await speak(page, language);
    await settled(page);
    const cut = await tooWide(page);
    for (const colorScheme of themesOf(turn + place)) {
      await page.emulateMedia({ colorScheme });
      const look = `${language}, ${size.width} wide, ${colorScheme}`;
      found[look] = [...(await barriers(page, rules)), ...(cut > 0 ? [`${cut} pixels are cut`] : [])];
    }
  }
  return found;
}

for (const [turn, [name, visit]] of [...Object.entries<Visit>(visits), ...Object.entries(others)].entries()) {
  const path = Object.entries(screens).find(([screen]) => screen === name)?.[1] ?? name;
  test(`${path}: axe finds nothing, and nothing is cut at 390 (T-A11Y)`, async ({ pages, stage }) => {
    const found = await inspect(pages[visit.as], visit.at?.(placesOf(stage)) ?? path, turn, visit.rules);
    expect(found).toEqual(Object.fromEntries(Object.keys(found).map((look) => [look, []])));
  });
}

test('a barrier and a page too wide would be found', async ({ pages }) => {
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

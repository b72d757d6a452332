import { type Screen, screenPath, screens } from '@medcloud/contract/screens';
import type { Page } from '@playwright/test';
import { barriers } from './accessible.ts';
import { test as base, expect, openPortal } from './portal.ts';
import { pageOf } from './signed-in.ts';
import { type Stage, setStage } from './stage.ts';

/** Every screen as it stands with something on it: axe in both themes and languages, and the width of a phone. */

type Visitor = 'nobody' | 'center' | 'doctor' | 'admin';

interface Visit {
  as: Visitor;
  /** Its address where the screen's path alone does not lead to it. */
  at?: (stage: Stage) => string;
  /** Rules of axe beyond WCAG 2.2 AA too: for what the build renders and search engines read. */
  rules?: 'every';
}

const link = (token: string) => `${screens.consent}#${token}`;

// A screen that is missing here does not compile.
const visits = {
  home: { as: 'nobody', rules: 'every' },
  centerLogin: { as: 'nobody' },
  doctorLogin: { as: 'nobody' },
  doctorSignup: { as: 'nobody', at: () => `${screens.doctorSignup}?plan=monthly` },
  adminLogin: { as: 'nobody' },
  forgotPassword: { as: 'nobody' },
  resetPassword: { as: 'nobody', at: () => `${screens.resetPassword}#${'t'.repeat(43)}` },
  confirmEmail: { as: 'nobody', at: () => `${screens.confirmEmail}#${'t'.repeat(43)}` },
  support: { as: 'nobody' },
  privacy: { as: 'nobody', rules: 'every' },
  terms: { as: 'nobody', rules: 'every' },
  consent: { as: 'nobody', at: ({ links }) => link(links.waiting) },
  centerDashboard: { as: 'center' },
  centerPatients: { as: 'center' },
  centerUpload: { as: 'center' },
  centerHistory: { as: 'center' },
  doctorDashboard: { as: 'doctor' },
  doctorPatients: { as: 'doctor' },
  doctorPatientExams: {
    as: 'doctor',
    at: ({ center }) => screenPath('doctorPatientExams', { patientId: center.patient.patientId }),
  },
  doctorProfile: { as: 'doctor' },
  doctorBilling: { as: 'doctor' },
  doctorSupport: { as: 'doctor' },
  account: { as: 'doctor' },
  adminDashboard: { as: 'admin' },
  adminUsers: { as: 'admin' },
  adminMedicalCenters: { as: 'admin' },
  adminMedicalCentersInfo: { as: 'admin' },
  adminDoctors: { as: 'admin' },
  adminApproveDoctors: { as: 'admin' },
  adminMedicalCenterSignup: { as: 'admin' },
  adminSystemLogs: { as: 'admin' },
  adminInbox: { as: 'admin' },
} satisfies Record<Screen, Visit>;

/** What a screen becomes besides: by an address of its own. */
const others: Record<string, Visit> = {
  'a page that is not there': { as: 'nobody', at: () => '/no/such/page' },
  'the consent page once granted': { as: 'nobody', at: ({ links }) => link(links.granted) },
  'the consent page of a dead link': { as: 'nobody', at: () => link('t'.repeat(43)) },
  'the message to support': { as: 'nobody', at: () => `${screens.support}?tab=message` },
  'the help': { as: 'nobody', at: () => `${screens.support}?tab=help` },
  'a patient’s sheet': {
    as: 'center',
    at: ({ center }) => `${screens.centerPatients}?patient=${center.patient.patientId}`,
  },
  'an exam’s sheet': { as: 'center', at: ({ center }) => `${screens.centerHistory}?exam=${center.examId}` },
  'a history with nothing in it': { as: 'center', at: () => `${screens.centerHistory}?examType=blood` },
  'exams the doctor may not see': {
    as: 'doctor',
    at: () => screenPath('doctorPatientExams', { patientId: 'P-000000000' }),
  },
  'another role’s page': { as: 'doctor', at: () => screens.adminUsers },
};

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
    { scope: 'worker' },
  ],
});

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

/** The screen itself is there, and nothing on it waits for the portal any more. */
async function settled(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await expect(page.locator('.skeleton, .skeleton-bar')).toHaveCount(0);
}

/** By how many pixels the page is wider than what is seen of it. */
const tooWide = (page: Page) => page.locator('html').evaluate((html) => html.scrollWidth - html.clientWidth);

async function inspect(page: Page, address: string, rules?: 'every'): Promise<Record<string, unknown>> {
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('about:blank'); // from an address that differs in its fragment alone nothing would load
  await page.goto(address);
  await settled(page);
  expect(new URL(page.url()).pathname, 'nobody was sent elsewhere').toBe(new URL(address, page.url()).pathname);
  await speak(page, 'en');
  const light = await barriers(page, rules);
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = await barriers(page, rules);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 390, height: 844 });
  const wideEnglish = await tooWide(page);
  await speak(page, 'el');
  await settled(page);
  const greek = await barriers(page, rules);
  return { light, dark, greek, tooWide: { en: wideEnglish, el: await tooWide(page) } };
}

const fine = { light: [], dark: [], greek: [], tooWide: { en: 0, el: 0 } };

for (const [name, visit] of [...Object.entries<Visit>(visits), ...Object.entries(others)]) {
  const path = Object.entries(screens).find(([screen]) => screen === name)?.[1] ?? name;
  test(`${path}: axe finds nothing, and nothing is cut at 390`, async ({ pages, stage }) => {
    expect(await inspect(pages[visit.as], visit.at?.(stage) ?? path, visit.rules)).toEqual(fine);
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

import { routes } from '@medcloud/contract';
import { screenPath, screens } from '@medcloud/contract/screens';
import { examForm } from '@medcloud/server/test/harness/cast.ts';
import { isDeep } from '@medcloud/server/test/harness/depth.ts';
import { tinyDicom } from '@medcloud/server/test/harness/tiny-dicom.ts';
import type { Page, Response } from '@playwright/test';
import { deepTest, expect, test } from './portal.ts';
import { pageOf } from './signed-in.ts';
import { type Stage, setStage } from './stage.ts';
import { others, settled, type Visit, type Visitor, visits } from './visits.ts';
import { type HttpsPortal, openHttpsPortal } from './wall/https-portal.ts';
import { kept } from './wall/kept.ts';
import { openOtherByTls, sendsFrom } from './wall/other-site.ts';
import { wordsIn } from './words.ts';

/** The wall as it stands where patients are: https behind a proxy that ends TLS, a certificate that the browser checks. */

const t = wordsIn('en');

let site: HttpsPortal;
let stage: Stage;
test.beforeAll(async () => {
  site = await openHttpsPortal();
  stage = await setStage(site.portal, 93);
});
test.afterAll(() => site.close());

/** What every answer says on https (T-H1), whatever it is. */
const always = {
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
};

/** What was answered without one of those, or did not come by https from the portal. */
async function bare(answers: readonly Response[], origin: string): Promise<string[]> {
  const found = await Promise.all(
    answers.map(async (answer) => {
      const headers = await answer.allHeaders();
      const missing = Object.entries(always).filter(([name, value]) => headers[name] !== value);
      const isOurs = new URL(answer.url()).origin === origin && 'content-security-policy' in headers;
      return isOurs && missing.length === 0 ? [] : [`${answer.url()} ${missing.map(([name]) => name).join(' ')}`];
    }),
  );
  return found.flat();
}

/** What the portal answers to a page. A route keeps Chromium's cache out of it: what comes from there has lost HSTS. */
async function listen(page: Page): Promise<Response[]> {
  await page.route('**/*', (route) => route.continue());
  const answers: Response[] = [];
  page.on('response', (answer) => {
    if (/^https?:/.test(answer.url())) answers.push(answer);
  });
  return answers;
}

async function visit(page: Page, address: string): Promise<void> {
  await page.goto('about:blank'); // from an address that differs in its fragment alone nothing would load
  await page.goto(address);
  await settled(page);
}

test('who signs in on https has a cookie that no script reads, and nothing of a patient is kept (T-H1)', async ({
  browser,
}) => {
  const page = await pageOf(browser, { ...site, config: site.portal.config }, null);
  const answers = await listen(page);
  const { email, password } = stage.doctor;
  await page.goto(screens.doctorPatients);
  await page.getByLabel(t.auth('login.email'), { exact: true }).fill(email);
  await page.getByLabel(t.auth('login.password'), { exact: true }).fill(password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${site.origin}${screens.doctorPatients}`);
  await settled(page);
  const cookies = await page.context().cookies();
  const session = cookies.find(({ name }) => name === '__Host-mc_session');
  expect(session).toMatchObject({ secure: true, httpOnly: true, sameSite: 'Strict', path: '/', domain: 'localhost' });
  expect(cookies.every(({ secure, httpOnly }) => secure && httpOnly)).toBe(true);
  await visit(page, screenPath('doctorPatientExams', { patientId: stage.center.patient.patientId }));
  const all = await kept(page);
  expect(all).toContain('mcs1_');
  for (const secret of [session?.value ?? '-', 'Παπαδοπούλου', '690000931', email]) expect(all).not.toContain(secret);
  expect(await bare(answers, site.origin)).toEqual([]);
  expect(answers.length).toBeGreaterThan(10);
  await page.context().close();
});

// the same on plain http: `wall.spec.ts`
deepTest('another origin’s form uploads nothing on https either (T-CSRF1)', async ({ browser }) => {
  const { center } = stage;
  const exams = async () => (await center.client.call(routes.center.examHistory, { query: {} })).map(({ id }) => id);
  const before = await exams();
  const page = await pageOf(browser, { ...site, config: site.portal.config }, center.client);
  // the same site: the browser sends the cookie along; another one, for which it stays at home
  const near = await openOtherByTls('localhost', site.origin, center);
  expect(await sendsFrom(page, near.origin)).toBe(403);
  const far = await openOtherByTls('127.0.0.1', site.origin, center);
  expect([401, 403]).toContain(await sendsFrom(page, far.origin));
  expect(await exams()).toEqual(before);
  await near.close();
  await far.close();
  await page.context().close();
});

deepTest('what HTML an uploaded file holds never renders on https (T-F13)', async ({ browser }) => {
  const { client, patient } = stage.center;
  const runs = '<script>window.ran = true</script><img src="x" onerror="window.ran = true">';
  const file = Buffer.concat([tinyDicom({ patientName: `Doe^${runs}`, seed: 9_301 }), Buffer.from(runs)]);
  const body = examForm(patient.patientId, file, { notes: runs });
  body.set('file', new Blob([new Uint8Array(file)]), `"${runs}.dcm`);
  const sent = await client.raw('POST', routes.center.uploadExam.path, { body });
  const { id } = routes.center.uploadExam.reply.parse(await sent.json());
  const page = await pageOf(browser, { ...site, config: site.portal.config }, client);
  await page.goto(screens.centerHistory);
  await expect(page.getByRole('button', { name: /^View .*window\.ran = true/ })).toBeVisible(); // as text
  expect(await page.evaluate(() => Reflect.get(window, 'ran'))).toBeUndefined();
  const [answer, download] = await Promise.all([
    page.waitForResponse((response) => response.url().endsWith(id)),
    page.waitForEvent('download'),
    page.goto(`/api/download/${id}`).catch(() => undefined), // a navigation that becomes a download "fails"
  ]);
  expect(await answer.allHeaders()).toMatchObject({
    'content-security-policy': "sandbox; default-src 'none'",
    'content-disposition': expect.stringMatching(/^attachment/),
    'strict-transport-security': always['strict-transport-security'],
    'x-content-type-options': 'nosniff',
  });
  expect(download.suggestedFilename()).toMatch(/^exam_[-\w]+\.dcm$/);
  await page.context().close();
});

/** One of each kind of page in short; all of them with `npm run test:deep`. */
const short = ['home', 'consent', 'adminDashboard', 'a page that is not there'];

test(`every answer to ${isDeep ? 'every screen' : 'the main screens'} on https is behind the wall (T-H1)`, async ({
  browser,
}) => {
  const places = { patientId: stage.center.patient.patientId, examId: stage.center.examId, links: stage.links };
  const clients = { nobody: null, center: stage.center.client, doctor: stage.doctor.client, admin: stage.admin };
  const asked = [...Object.entries<Visit>(visits), ...Object.entries(others)].filter(
    ([name]) => isDeep || short.includes(name),
  );
  for (const visitor of ['nobody', 'center', 'doctor', 'admin'] satisfies Visitor[]) {
    if (!asked.some(([, { as }]) => as === visitor)) continue;
    const page = await pageOf(browser, { ...site, config: site.portal.config }, clients[visitor]);
    const answers = await listen(page);
    for (const [name, { as, at }] of asked)
      if (as === visitor)
        await visit(page, at?.(places) ?? Object.entries(screens).find(([screen]) => screen === name)?.[1] ?? '/');
    expect(await bare(answers, site.origin)).toEqual([]);
    expect(answers.length).toBeGreaterThan(3);
    await page.context().close();
  }
});

import { routes } from '@medcloud/contract';
import { screenPath, screens } from '@medcloud/contract/screens';
import { isDeep } from '@medcloud/server/test/harness/depth.ts';
import { examForm } from '@medcloud/server/test/harness/fixtures.ts';
import { tinyDicom } from '@medcloud/server/test/harness/tiny-dicom.ts';
import type { Page, Response } from '@playwright/test';
import { createFixtures, type Fixtures } from '../harness/create-fixtures.ts';
import { openPage } from '../harness/open-page.ts';
import { createTranslators } from '../harness/translators.ts';
import { otherVisits, type Visit, type Visitor, visits, waitUntilSettled } from '../harness/visits.ts';
import { deepTest, expect, test } from '../test-app.ts';
import { type HttpsApp, startHttpsApp } from './https-app.ts';
import { startOtherSiteOverTls, submitForm } from './other-site.ts';
import { readBrowserStorage } from './read-browser-storage.ts';

/**
 * Security headers as in production: https behind a proxy that terminates TLS, with a certificate that the browser
 * checks.
 */

const t = createTranslators('en');

let httpsApp: HttpsApp;
let fixtures: Fixtures;
test.beforeAll(async () => {
  httpsApp = await startHttpsApp();
  fixtures = await createFixtures(httpsApp.testApp, 93);
});
test.afterAll(() => httpsApp.close());

/** Headers of every response on https (T-H1). */
const requiredHeaders = {
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
};

/** Lists responses that lack one of those headers or come from another origin. */
async function listFaultyResponses(responses: readonly Response[], origin: string): Promise<string[]> {
  const found = await Promise.all(
    responses.map(async (response) => {
      const headers = await response.allHeaders();
      const missing = Object.entries(requiredHeaders).filter(([name, value]) => headers[name] !== value);
      const isOurs = new URL(response.url()).origin === origin && 'content-security-policy' in headers;
      return isOurs && missing.length === 0 ? [] : [`${response.url()} ${missing.map(([name]) => name).join(' ')}`];
    }),
  );
  return found.flat();
}

/** Records the responses to a page. The route bypasses Chromium's cache, whose responses lack the HSTS header. */
async function recordResponses(page: Page): Promise<Response[]> {
  await page.route('**/*', (route) => route.continue());
  const responses: Response[] = [];
  page.on('response', (response) => {
    if (/^https?:/.test(response.url())) responses.push(response);
  });
  return responses;
}

async function openScreen(page: Page, address: string): Promise<void> {
  await page.goto('about:blank'); // a navigation that changes only the fragment loads nothing
  await page.goto(address);
  await waitUntilSettled(page);
}

test('sets a cookie that no script reads on https, and stores no patient data in the browser (T-H1)', async ({
  browser,
}) => {
  const page = await openPage(browser, { ...httpsApp, config: httpsApp.testApp.config }, null);
  const responses = await recordResponses(page);
  const { email, password } = fixtures.doctor;
  await page.goto(screens.doctorPatients);
  await page.getByLabel(t.common('field.email'), { exact: true }).fill(email);
  await page.getByLabel(t.common('field.password'), { exact: true }).fill(password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${httpsApp.origin}${screens.doctorPatients}`);
  await waitUntilSettled(page);
  const cookies = await page.context().cookies();
  const session = cookies.find(({ name }) => name === '__Host-mc_session');
  expect(session).toMatchObject({ secure: true, httpOnly: true, sameSite: 'Strict', path: '/', domain: 'localhost' });
  expect(cookies.every(({ secure, httpOnly }) => secure && httpOnly)).toBe(true);
  await openScreen(page, screenPath('doctorPatientExams', { patientId: fixtures.center.patient.patientId }));
  const all = await readBrowserStorage(page);
  expect(all).toContain('mcs1_');
  for (const secret of [session?.value ?? '-', 'Παπαδοπούλου', '690000931', email]) expect(all).not.toContain(secret);
  expect(await listFaultyResponses(responses, httpsApp.origin)).toEqual([]);
  expect(responses.length).toBeGreaterThan(10);
  await page.context().close();
});

// the same on plain http: `security-headers.spec.ts`
deepTest('rejects an upload form of another origin on https (T-CSRF1)', async ({ browser }) => {
  const { center } = fixtures;
  const exams = async () => (await center.client.call(routes.center.examHistory, { query: {} })).map(({ id }) => id);
  const before = await exams();
  const page = await openPage(browser, { ...httpsApp, config: httpsApp.testApp.config }, center.client);
  // same site: the browser sends the cookie; cross site: it does not
  const sameSite = await startOtherSiteOverTls('localhost', httpsApp.origin, center);
  expect(await submitForm(page, sameSite.origin)).toBe(403);
  const crossSite = await startOtherSiteOverTls('127.0.0.1', httpsApp.origin, center);
  expect([401, 403]).toContain(await submitForm(page, crossSite.origin));
  expect(await exams()).toEqual(before);
  await sameSite.close();
  await crossSite.close();
  await page.context().close();
});

deepTest('never renders HTML of an uploaded file on https (T-F13)', async ({ browser }) => {
  const { client, patient } = fixtures.center;
  const scriptHtml = '<script>window.ran = true</script><img src="x" onerror="window.ran = true">';
  const file = Buffer.concat([tinyDicom({ patientName: `Doe^${scriptHtml}`, seed: 9_301 }), Buffer.from(scriptHtml)]);
  const body = examForm(patient.patientId, file, { notes: scriptHtml });
  body.set('file', new Blob([new Uint8Array(file)]), `"${scriptHtml}.dcm`);
  const sent = await client.raw('POST', routes.center.uploadExam.path, { body });
  const { id } = routes.center.uploadExam.reply.parse(await sent.json());
  const page = await openPage(browser, { ...httpsApp, config: httpsApp.testApp.config }, client);
  await page.goto(screens.centerHistory);
  await expect(page.getByRole('button', { name: /^View .*window\.ran = true/ })).toBeVisible(); // as text
  expect(await page.evaluate(() => Reflect.get(window, 'ran'))).toBeUndefined();
  const [downloadResponse, download] = await Promise.all([
    page.waitForResponse((response) => response.url().endsWith(id)),
    page.waitForEvent('download'),
    page.goto(`/api/download/${id}`).catch(() => undefined), // a navigation that becomes a download "fails"
  ]);
  expect(await downloadResponse.allHeaders()).toMatchObject({
    'content-security-policy': "sandbox; default-src 'none'",
    'content-disposition': expect.stringMatching(/^attachment/),
    'strict-transport-security': requiredHeaders['strict-transport-security'],
    'x-content-type-options': 'nosniff',
  });
  expect(download.suggestedFilename()).toMatch(/^exam_[-\w]+\.dcm$/);
  await page.context().close();
});

/** One page of each kind in `npm test`; `npm run test:deep` visits all. */
const sampledVisits = ['home', 'consent', 'adminDashboard', 'a page that is not there'];

test(`sends all headers in every response to ${isDeep ? 'every screen' : 'the main screens'} on https (T-H1)`, async ({
  browser,
}) => {
  const places = {
    patientId: fixtures.center.patient.patientId,
    examId: fixtures.center.examId,
    breachId: fixtures.breachId,
    billedUserId: fixtures.billedUserId,
    links: fixtures.links,
  };
  const clients = {
    anonymous: null,
    center: fixtures.center.client,
    doctor: fixtures.doctor.client,
    admin: fixtures.admin,
  };
  const selectedVisits = [...Object.entries<Visit>(visits), ...Object.entries(otherVisits)].filter(
    ([name]) => isDeep || sampledVisits.includes(name),
  );
  for (const visitor of ['anonymous', 'center', 'doctor', 'admin'] satisfies Visitor[]) {
    if (!selectedVisits.some(([, { as }]) => as === visitor)) continue;
    const page = await openPage(browser, { ...httpsApp, config: httpsApp.testApp.config }, clients[visitor]);
    const responses = await recordResponses(page);
    for (const [name, { as, at }] of selectedVisits)
      if (as === visitor)
        await openScreen(page, at?.(places) ?? Object.entries(screens).find(([screen]) => screen === name)?.[1] ?? '/');
    expect(await listFaultyResponses(responses, httpsApp.origin)).toEqual([]);
    expect(responses.length).toBeGreaterThan(3);
    await page.context().close();
  }
});

import { createHash } from 'node:crypto';
import { routes } from '@medcloud/contract';
import { specializations } from '@medcloud/contract/choices';
import { screens } from '@medcloud/contract/screens';
import { examForm } from '@medcloud/server/test/harness/fixtures.ts';
import { tinyDicom } from '@medcloud/server/test/harness/tiny-dicom.ts';
import type { Page } from '@playwright/test';
import { chooseOption } from '../harness/choose-option.ts';
import { createFixtures } from '../harness/create-fixtures.ts';
import { openPage } from '../harness/open-page.ts';
import { createTranslators } from '../harness/translators.ts';
import { expect, type StandaloneApp, test } from '../test-app.ts';
import { startOtherSite, submitForm } from './other-site.ts';
import { readBrowserStorage } from './read-browser-storage.ts';

/** What a browser must refuse to files, other sites and scripts (security 1b, 1c, 2.5). */

const t = createTranslators('en');

test('blocks an inline script by the content policy, and reports the violation', async ({ testApp, page }) => {
  await page.goto(`${testApp.origin}${screens.doctorLogin}`);
  const directive = await page.evaluate(async () => {
    history.replaceState(null, '', '/tried-by-the-test'); // `security-headers/policy.ts` expects this path
    const violation = Promise.withResolvers<string>();
    document.addEventListener('securitypolicyviolation', (event) => violation.resolve(event.effectiveDirective));
    const script = document.createElement('script');
    script.textContent = 'window.ran = true';
    document.body.append(script);
    return await violation.promise;
  });
  expect(directive).toBe('script-src-elem');
  expect(await page.evaluate(() => Reflect.get(window, 'ran'))).toBeUndefined();
});

test('runs the scripts in a page before its first paint, and allows exactly their texts', async ({ testApp, page }) => {
  await page.addInitScript(() => localStorage.setItem('medcloud-theme', 'dark'));
  for (const path of [screens.home, screens.consent, screens.doctorLogin, screens.centerDashboard]) {
    await page.route('**/*.js', (route) => route.abort());
    const response = await page.goto(`${testApp.origin}${path}`);
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    const html = (await response?.text()) ?? '';
    const texts = [...html.matchAll(/<script(?![^>]* src=)[^>]*>([\s\S]*?)<\/script>/g)].map(([, text = '']) => text);
    const hashes = texts.map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`);
    const policy = (await response?.headerValue('content-security-policy')) ?? '';
    expect(policy, path).toContain(["script-src 'self' 'wasm-unsafe-eval'", ...hashes].join(' ').concat(';'));
  }
});

const scriptHtml = '<script>window.ran = true</script><img src="x" onerror="window.ran = true">';

/** Files that a browser would render if served as a page. */
const disguisedPages = {
  html: Buffer.from(`<!doctype html><html><body>${scriptHtml}</body></html>`),
  svg: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="window.ran = true"></svg>'),
  pdf: Buffer.from(
    '%PDF-1.7\n1 0 obj<</OpenAction<</S/JavaScript/JS(app.alert\\(1\\))>>>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF',
  ),
  'html before DICOM': withPreamble(`<!doctype html>${scriptHtml}`),
};

/** A DICOM file with another format's header in its 128-byte preamble (CVE-2019-11687). */
function withPreamble(text: string): Buffer {
  const file = tinyDicom({ patientName: 'Doe^Jane', seed: 9_001 });
  file.write(text.slice(0, 128), 0, 'latin1');
  return file;
}

test('rejects HTML, SVG and PDF named .dcm, and never renders HTML of a DICOM file (T-F13)', async ({
  testApp,
  browser,
}) => {
  const { center } = await createFixtures(testApp, 91);
  const { patientId } = center.patient;
  for (const [name, file] of Object.entries(disguisedPages)) {
    const refused = await center.client.raw('POST', routes.center.uploadExam.path, { body: examForm(patientId, file) });
    expect([name, refused.status]).toEqual([name, 415]);
  }
  const file = Buffer.concat([tinyDicom({ patientName: `Doe^${scriptHtml}`, seed: 9_002 }), Buffer.from(scriptHtml)]);
  const body = examForm(patientId, file, { notes: scriptHtml, referringPhysician: scriptHtml });
  body.set('file', new Blob([new Uint8Array(file)]), `"${scriptHtml}.dcm`);
  const stored = await center.client.raw('POST', routes.center.uploadExam.path, { body });
  expect(stored.status).toBe(201);
  const { id } = routes.center.uploadExam.reply.parse(await stored.json());
  const page = await openPage(browser, testApp, center.client);
  await page.goto(screens.centerHistory);
  await expect(page.getByRole('button', { name: /^View .*window\.ran = true/ })).toBeVisible(); // as text
  expect(await page.evaluate(() => Reflect.get(window, 'ran'))).toBeUndefined();
  const download = page.waitForEvent('download');
  await page.goto(`/api/download/${id}`).catch(() => undefined); // a navigation that becomes a download "fails"
  expect((await download).suggestedFilename()).toMatch(/^exam_[-\w]+\.dcm$/);
  await page.context().close();
});

test('rejects an upload form of another origin, same site or cross site (T-CSRF1)', async ({ testApp, browser }) => {
  const { center } = await createFixtures(testApp, 92);
  const exams = async () => (await center.client.call(routes.center.examHistory, { query: {} })).map(({ id }) => id);
  const before = await exams();
  const page = await openPage(browser, testApp, center.client);
  // same site: the browser sends the cookie, and the request headers name the form's origin
  const sameSite = await startOtherSite('localhost', testApp.origin, center);
  expect(await submitForm(page, sameSite.origin)).toBe(403);
  // cross site: the browser does not send the cookie
  const crossSite = await startOtherSite('127.0.0.1', testApp.origin, center);
  expect([401, 403]).toContain(await submitForm(page, crossSite.origin));
  expect(await exams()).toEqual(before);
  await sameSite.close();
  await crossSite.close();
  await page.context().close();
});

const card = { number: '4539578763621486', cvv: '8317' };
const sixDigitParts = Array.from({ length: card.number.length - 5 }, (_, from) => card.number.slice(from, from + 6));

/** Lists the tables of the database that contain a text. */
async function findTablesWith(testApp: StandaloneApp, text: string): Promise<string[]> {
  const { superuser: pool } = testApp;
  const { rows: tables } = await pool.query<{ name: string }>(
    `SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
     WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema')`,
  );
  expect(tables.length).toBeGreaterThan(20);
  const found: string[] = [];
  for (const { name } of tables) {
    const { rowCount } = await pool.query(`SELECT 1 FROM ${name} t WHERE t::text LIKE $1 LIMIT 1`, [`%${text}%`]);
    if (rowCount) found.push(name);
  }
  return found;
}

async function signUp(page: Page, testApp: StandaloneApp): Promise<void> {
  await page.goto(`${testApp.origin}${screens.doctorSignup}?plan=monthly`);
  const fill = (label: string, value: string) => page.getByLabel(label, { exact: true }).fill(value);
  await fill(t.auth('signup.firstName'), 'Ελένη');
  await fill(t.auth('signup.lastName'), 'Σταυρίδου');
  await fill(t.common('field.license'), 'ISA 71111');
  await chooseOption(
    page.getByRole('combobox', { name: t.common('field.specialization') }),
    t.common(`specialization.${specializations[0]}`),
  );
  await fill(t.common('field.email'), 'carded@doctors.example.gr');
  await fill(t.common('field.password'), 'doctor secret');
  await fill(t.auth('signup.confirmPassword'), 'doctor secret');
  await fill(t.auth('signup.cardholder'), 'ELENI STAVRIDOU');
  await page.getByLabel(t.auth('signup.cardNumber')).fill(card.number);
  await page.getByLabel(t.auth('signup.expiry')).fill('1230');
  await page.getByLabel(t.auth('signup.cvv')).fill(card.cvv);
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: t.auth('signup.submit') }).click();
  await expect(page).toHaveURL(new RegExp(screens.doctorLogin));
}

test('keeps a typed card number out of requests, storage, history, console and tables (T-PCI1)', async ({
  testApp,
  browser,
}) => {
  const page = await openPage(browser, testApp, null);
  const traffic: string[] = [];
  page.on('request', (request) =>
    traffic.push(`${request.url()} ${JSON.stringify(request.headers())} ${request.postData() ?? ''}`),
  );
  page.on('console', (message) => traffic.push(message.text()));
  await signUp(page, testApp);
  const sent = traffic.find((line) => line.includes(routes.auth.doctorSignup.path)) ?? '';
  expect(sent).toContain(card.number.slice(-4)); // the last four digits are sent, so the full number was available
  expect(sent).not.toContain('cvv');
  const allText = [...traffic, await readBrowserStorage(page)].join('\n').replaceAll(/(?<=\d) (?=\d)/g, '');
  expect(sixDigitParts.filter((digits) => allText.includes(digits))).toEqual([]);
  expect(await findTablesWith(testApp, card.number.slice(0, 12))).toEqual([]);
  expect(await findTablesWith(testApp, 'carded@doctors.example.gr')).not.toEqual([]); // the search finds a stored text
  await page.context().close();
});

import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { routes } from '@medcloud/contract';
import { screens } from '@medcloud/contract/screens';
import { expectAccessible } from '../harness/expect-accessible.ts';
import { openPage } from '../harness/open-page.ts';
import { createTextTranslator } from '../harness/translators.ts';
import { expect, testWithFixtures } from '../test-app.ts';

/** The day and the time of the browser's zone, as the fields have them. */
const toFields = (time: Date) =>
  new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16).split('T');

/** The register of data breaches, from the alarm to the closed record. */

const test = testWithFixtures(47);

test('opens a record from an alarm, decides about both notices, and closes it', async ({
  testApp,
  fixtures,
  browser,
}) => {
  const t = createTextTranslator('breaches', 'el');
  const record = createTextTranslator('breaches/record', 'el');
  const [doctor] = await fixtures.admin.call(routes.admin.doctors, { query: { search: fixtures.doctor.email } });
  const alarmId = randomUUID();
  await testApp.superuser.query(
    `INSERT INTO alarms (id, kind, subject, doctor_id) VALUES ($1, 'many_downloads', 'doctor:' || $2, $2::uuid)`,
    [alarmId, doctor?.id],
  );
  const page = await openPage(browser, testApp, fixtures.admin, { language: 'el', width: 390, height: 844 });
  // instead of the browser's dialog, which waits for a person: keeps what is to be printed
  await page.addInitScript(() => {
    window.print = () => {
      Reflect.set(window.top ?? window, 'printed', document.documentElement.outerHTML);
      window.dispatchEvent(new Event('afterprint'));
    };
  });
  await page.goto(screens.adminDashboard);
  // by its address, since other tests of the shared portal raise alarms, too
  await page.locator(`a[href$="alarm=${alarmId}"]`).getByText(t('openFromAlarm')).click();
  await expect(page.getByLabel(t('form.account'))).toHaveValue(fixtures.doctor.email);
  await page.getByRole('button', { name: t('form.submit') }).click();
  await expect(page.getByLabel(t('form.noticedBy'))).toBeFocused();
  await expectAccessible(page);
  await page.getByLabel(t('form.noticedBy')).fill('Τεχνική ομάδα');
  await page.getByRole('button', { name: t('form.submit') }).click();

  await expect(page.getByRole('heading', { name: record('notice.authority') })).toBeVisible();
  await expect(page.getByText(t('clock.hoursLeft', { count: 71 })).first()).toBeVisible();
  await page.getByRole('button', { name: record('extent.show') }).click();
  await expect(page.getByText(fixtures.center.patient.patientId)).toBeVisible();
  expect(await page.locator('main').innerText()).not.toContain('Παπαδοπούλου');
  await expectAccessible(page);

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: record('drafts.download') }).click();
  const saved = await download;
  expect(saved.suggestedFilename()).toBe('breach-authority-el.txt');
  expect(await readFile(await saved.path(), 'utf8')).toContain('Τεχνική ομάδα');

  await page.getByRole('button', { name: record('drafts.print') }).click();
  const printed = String(await page.evaluate(() => Reflect.get(window, 'printed')));
  const paper = await page.context().newPage();
  await paper.setContent(printed);
  // the draft alone, in its language, with the times' offset
  await expect(paper.locator('html')).toHaveAttribute('lang', 'el');
  await expect(paper.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(paper.getByText('Τεχνική ομάδα')).toBeVisible();
  expect(await paper.locator('body').innerText()).toMatch(/\d\d:\d\d \(UTC\+0[23]:00\)/);
  await expect(paper.getByRole('button')).toHaveCount(0);
  await paper.close();
  await expect(page.locator('iframe')).toHaveCount(0);

  await page.getByRole('button', { name: `${record('notice.markSent')}: ${record('notice.authority')}` }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: record('notice.submit') })
    .click();
  await expect(page.getByText(t('clock.sent'), { exact: true })).toBeVisible();
  await page.getByRole('button', { name: `${record('notice.markNotNeeded')} ${record('notice.persons')}` }).click();
  await page.getByRole('dialog').getByLabel(record('notice.reason')).fill('Ήταν κρυπτογραφημένα.');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: record('notice.submit') })
    .click();
  await expect(page.getByText('Ήταν κρυπτογραφημένα.', { exact: true })).toBeVisible();

  await page.getByRole('button', { name: record('close.action') }).click();
  await page.getByRole('dialog').getByLabel(record('close.reason')).fill('Ολοκληρώθηκε.');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: record('close.submit') })
    .click();
  await expect(page.getByText(t('states.closed'), { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: record('detail.edit') })).toBeHidden();
  await page
    .getByRole('link', { name: t('title') })
    .first()
    .click();
  await expect(page.getByRole('table').or(page.getByRole('list')).first()).toBeVisible();
});

test('asks for a reason when the time of noticing moves later, and keeps showing the earlier due time', async ({
  testApp,
  fixtures,
  browser,
}) => {
  const t = createTextTranslator('breaches', 'el');
  const record = createTextTranslator('breaches/record', 'el');
  const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
  const alarmId = randomUUID();
  await testApp.superuser.query(
    `INSERT INTO alarms (id, kind, subject, raised_at) VALUES ($1, 'sms_half', 'installation:', $2)`,
    [alarmId, ago(82)],
  );
  const facts = { title: 'Χαμένος φορητός', description: 'Χάθηκε.', noticedBy: 'Τεχνική ομάδα', highRisk: true };
  const times = { happenedFrom: ago(90), noticedAt: ago(80), scopeFrom: ago(90), scopeTo: ago(80) };
  const { breach } = await fixtures.admin.call(routes.breaches.openBreach, {
    body: { ...facts, ...times, scopeKind: 'period', alarmId },
  });
  const page = await openPage(browser, testApp, fixtures.admin, { language: 'el', width: 390, height: 844 });
  await page.goto(screens.adminBreach.replace('{id}', breach.id));
  await page.getByRole('button', { name: record('detail.edit') }).click();
  await expect(page.getByLabel(t('form.noticedReason'))).toBeHidden();
  const [day = '', time = ''] = toFields(new Date(Date.now() - 3_600_000));
  const noticedAt = page.getByLabel(t('form.noticedAt'));
  await noticedAt.fill(day);
  await noticedAt.locator('xpath=../..').getByLabel(createTextTranslator('data/dates', 'el')('time')).fill(time);
  await expect(page.getByText(t('form.noticedReasonHelp'))).toBeVisible();
  await page.getByRole('button', { name: t('form.save') }).click();
  await expect(page.getByText(createTextTranslator('validation', 'el')('noticed_later_reason')).first()).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel(t('form.noticedReason')).fill('Η πρώτη αναφορά ήταν για άλλον υπολογιστή.');
  await page.getByRole('button', { name: t('form.save') }).click();
  await expect(page.getByText('Η πρώτη αναφορά ήταν για άλλον υπολογιστή.')).toBeVisible();
  const [, earlier] = record('notice.earlierDue', { date: '|' }).split('|');
  await expect(page.getByText(earlier ?? '')).toHaveCount(2);
  await expectAccessible(page);
});

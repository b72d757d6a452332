import { hash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemScope } from '../../src/domain/authorization/authorize.ts';
import {
  enqueueInvoiceFiles,
  makeInvoiceFiles,
} from '../../src/domain/billing/invoices/document/make-invoice-files.ts';
import { readPdfText } from '../access-report/read-pdf-text.ts';
import { createDoctor, type DoctorFixture, signInAdmin } from '../harness/fixtures.ts';
import { startTestApp, type TestApp } from '../harness/start-test-app.ts';
import { waitForJobs } from '../harness/wait-for-jobs.ts';
import { issueDocument } from './issue-document.ts';

describe('makeInvoiceFiles', () => {
  let testApp: TestApp;
  let doctor: DoctorFixture;
  beforeAll(async () => {
    testApp = await startTestApp();
    doctor = await createDoctor(testApp, await signInAdmin(testApp), 'unverified');
  });
  afterAll(() => testApp.close());

  const listFiles = async (invoiceId: string) =>
    await testApp.app.context.db.read(systemScope('billing'), (tx) =>
      tx.selectFrom('invoice_files').selectAll().where('invoice_id', '=', invoiceId).orderBy('language').execute(),
    );

  it('makes one file in each language after the document is issued, and keeps them', async () => {
    const { context } = testApp.app;
    const { id } = await context.db.within(systemScope('billing'), async (tx) => {
      const issued = await issueDocument(testApp, tx, doctor.userId, 'TEST');
      await enqueueInvoiceFiles(context, tx, issued.id);
      return issued;
    });
    await waitForJobs(testApp);
    const files = await listFiles(id);
    expect(files.map(({ language }) => language)).toEqual(['el', 'en']);
    for (const { bytes, sha256 } of files) expect(hash('sha256', bytes, 'buffer')).toEqual(sha256);
    const [greek, english] = await Promise.all(files.map(({ bytes }) => readPdfText(new Uint8Array(bytes))));
    expect(greek).toContain('ΔΕΝ ΕΙΝΑΙ ΠΑΡΑΣΤΑΤΙΚΟ');
    expect(english).toMatch(/TEST-\d{4}-000001.*€480\.00/s);
    await makeInvoiceFiles(context, id);
    expect(await listFiles(id)).toEqual(files);
  });

  it('makes none of an unknown document', async () => {
    const id = '00000000-0000-7000-8000-000000000000';
    await makeInvoiceFiles(testApp.app.context, id);
    expect(await listFiles(id)).toEqual([]);
  });
});

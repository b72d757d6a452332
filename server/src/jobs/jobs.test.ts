import { readFile } from 'node:fs/promises';
import { languages } from '@medcloud/contract/languages';
import { formatSystemEvent } from '@medcloud/text/format-system-event';
import { serverTranslator } from '@medcloud/text/node';
import { describe, expect, it } from 'vitest';
import { watchDoctorJob } from '../domain/access/requests/raise-doctor-alarms.ts';
import { settleLinesJob } from '../domain/billing/bank/settle-lines.ts';
import { fiscalJob } from '../domain/billing/fiscal/create-fiscal-document.ts';
import { invoiceFilesJob } from '../domain/billing/invoices/document/make-invoice-files.ts';
import { invoiceMailJob } from '../domain/billing/invoices/mail-document.ts';
import { vatCheckJob } from '../domain/billing/parties/enqueue-vat-check.ts';
import { chargeJob } from '../domain/billing/payments/charge-due.ts';
import { eventJob } from '../domain/billing/payments/events/hear-event.ts';
import { refundJob } from '../domain/billing/payments/refunds/refund-invoice.ts';
import { replaceRequestJob } from '../domain/billing/subscriptions/requests/replace-request.ts';
import { imagingJobs } from '../domain/imaging/enqueue-imaging.ts';
import { scanJobs } from '../domain/imaging/scan/enqueue-exams-to-scan.ts';
import { sendJobs } from '../domain/messages/enqueue-message.ts';

const source = await readFile(new URL('./jobs.ts', import.meta.url), 'utf8');
const periodicJobs = [...source.matchAll(/\.every\(\s*'([^']+)'/g)].map((match) => `every:${match[1]}`);
const queueJobs = [
  ...Object.values(sendJobs),
  watchDoctorJob,
  invoiceFilesJob,
  invoiceMailJob,
  settleLinesJob,
  fiscalJob,
  vatCheckJob,
  replaceRequestJob,
  chargeJob,
  refundJob,
  eventJob,
  ...Object.values(imagingJobs),
  ...Object.values(scanJobs),
];

describe('the jobs that jobs.ts starts', () => {
  it('are all found in its source', () => {
    expect(periodicJobs).toHaveLength(source.split('.every(').length - 1);
    // as computed keys of the handlers: `[fiscalJob]: fiscalHandler`
    expect(queueJobs).toHaveLength(source.match(/\[[\w.]+\]:/g)?.length ?? 0);
  });

  it.each([...periodicJobs, ...queueJobs])('include %s, whose name is worded in every language', (job) => {
    for (const language of languages) {
      const translators = {
        log: serverTranslator('system-log', language),
        health: serverTranslator('health', language),
      };
      const text = formatSystemEvent(translators, { code: 'job-lease-lost', params: { job } }, language);
      expect(text).not.toContain(job.replace(/^every:/, ''));
    }
  });
});

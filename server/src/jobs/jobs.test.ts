import { readFile } from 'node:fs/promises';
import { languages } from '@medcloud/contract/languages';
import { formatSystemEvent } from '@medcloud/text/format-system-event';
import { serverTranslator } from '@medcloud/text/node';
import { describe, expect, it } from 'vitest';
import { watchDoctorJob } from '../domain/access/requests/raise-doctor-alarms.ts';
import { imagingJobs } from '../domain/imaging/enqueue-imaging.ts';
import { scanJobs } from '../domain/imaging/scan/enqueue-exams-to-scan.ts';
import { sendJobs } from '../domain/messages/enqueue-message.ts';

const source = await readFile(new URL('./jobs.ts', import.meta.url), 'utf8');
const periodicJobs = [...source.matchAll(/\.every\(\s*'([^']+)'/g)].map((match) => `every:${match[1]}`);
const queueJobs = [
  ...Object.values(sendJobs),
  watchDoctorJob,
  ...Object.values(imagingJobs),
  ...Object.values(scanJobs),
];

describe('the jobs that jobs.ts starts', () => {
  it('are all found in its source', () => {
    expect(periodicJobs).toHaveLength(source.split('.every(').length - 1);
    expect(queueJobs).toHaveLength(source.split('.work(').length - 1);
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

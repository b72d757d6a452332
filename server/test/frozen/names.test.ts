import { eventKinds, limits, routes } from '@medcloud/contract';
import { faults } from '@medcloud/contract/faults';
import { auditEvents, auditGroupNames, dicomAuditCodes } from '@medcloud/contract/operations/audit-events';
import { findings, probeNames } from '@medcloud/contract/operations/health';
import { messageKinds } from '@medcloud/contract/operations/messages';
import { eventSources, systemEvents } from '@medcloud/contract/operations/system-events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cookieName } from '../../src/http/server/credentials.ts';
import { readConfig } from '../../src/platform/config/config.ts';
import { startTestApp, type TestApp } from '../harness/start-test-app.ts';
import { waitUntil } from '../harness/wait-until.ts';

/** Removes descriptions, which may be reworded. A property with that name is an object and stays. */
const withoutProse = (document: unknown): unknown =>
  JSON.parse(JSON.stringify(document), (key, value) =>
    (key === 'description' || key === 'summary') && typeof value === 'string' ? undefined : value,
  );

const clockJobs = [
  'every:empty-outbox',
  'every:purge-lapsed',
  'every:sweep-objects',
  'every:sweep-system-log',
  'every:tell-looks',
];

/**
 * Names on which stored data, open browsers, clients and other nodes depend. `npm test -- frozen -u` adds a new
 * one. A missing or changed name breaks data or clients of the previous release.
 */
describe('names outside the code', () => {
  let testApp: TestApp;
  beforeAll(async () => {
    testApp = await startTestApp();
  });
  afterAll(() => testApp.close());

  const asFile = (value: unknown) => `${JSON.stringify(value, null, 1)}\n`;

  it('include all names of the previous release', async () => {
    const cookieOf = (publicUrl: string) => cookieName(readConfig({ DATA_DIR: testApp.folder, PUBLIC_URL: publicUrl }));
    const names = {
      faults: Object.fromEntries(Object.entries(faults).map(([code, { status }]) => [code, status])),
      auditEvents: Object.keys(auditEvents),
      auditGroups: auditGroupNames,
      dicomAuditCodes,
      findings: Object.keys(findings),
      probes: probeNames,
      systemEvents: Object.keys(systemEvents),
      systemEventSources: eventSources,
      messages: messageKinds,
      serverSentEvents: eventKinds,
      cookies: [cookieOf('http://127.0.0.1:3000'), cookieOf('https://portal.example.gr')],
      limits,
    };
    await expect(asFile(names)).toMatchFileSnapshot('./names.json');
  });

  it('include all clock jobs of the previous release', async () => {
    const kinds = async () => {
      const { rows } = await testApp.superuser.query<{ kind: string }>('SELECT kind FROM jobs');
      return new Set(rows.map(({ kind }) => kind));
    };
    // each is inserted separately while the app starts
    await waitUntil(async () => new Set(clockJobs).isSubsetOf(await kinds()));
  });

  it('include the API description of the previous release', async () => {
    const response = await testApp.anonymous.raw('GET', routes.portal.openapi.path);
    await expect(asFile(withoutProse(await response.json()))).toMatchFileSnapshot('./openapi.json');
  });
});

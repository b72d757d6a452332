import { eventKinds, limits, routes } from '@medcloud/contract';
import { faults } from '@medcloud/contract/faults';
import { auditEvents, auditGroups, dicomAuditCodes } from '@medcloud/contract/operations/audit-events';
import { findings, probeNames } from '@medcloud/contract/operations/health';
import { messageKinds } from '@medcloud/contract/operations/messages';
import { eventSources, systemEvents } from '@medcloud/contract/operations/system-events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cookieName } from '../../src/http/server/credentials.ts';
import { readConfig } from '../../src/platform/config/config.ts';
import { startTestApp, type TestApp } from '../harness/start-test-app.ts';
import { waitUntil } from '../harness/wait-until.ts';

/**
 * Names that stored data, open browsers, clients and other nodes depend on. A new one is added by `npm test -- frozen -u`; one that is
 * missing or changed breaks data or clients of the version before.
 */
/** Descriptions may be reworded; a property with that name is an object and stays. */
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

describe('names outside the code', () => {
  let testApp: TestApp;
  beforeAll(async () => {
    testApp = await startTestApp();
  });
  afterAll(() => testApp.close());

  const asFile = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;

  it('are those of the version before', async () => {
    const cookieOf = (publicUrl: string) => cookieName(readConfig({ DATA_DIR: testApp.folder, PUBLIC_URL: publicUrl }));
    const names = {
      faults: Object.fromEntries(Object.entries(faults).map(([code, { status }]) => [code, status])),
      auditEvents: Object.keys(auditEvents),
      auditGroups: Object.keys(auditGroups),
      dicomAuditCodes,
      findings: Object.keys(findings),
      probes: Object.keys(probeNames),
      systemEvents: Object.keys(systemEvents),
      systemEventSources: Object.keys(eventSources),
      messages: Object.keys(messageKinds),
      serverSentEvents: eventKinds,
      cookies: [cookieOf('http://127.0.0.1:3000'), cookieOf('https://portal.example.gr')],
      limits,
    };
    await expect(asFile(names)).toMatchFileSnapshot('./names.json');
  });

  it('have every clock job of the version before among them', async () => {
    const kinds = async () => {
      const { rows } = await testApp.app.context.db.pool.query<{ kind: string }>('SELECT kind FROM jobs');
      return new Set(rows.map(({ kind }) => kind));
    };
    // each is inserted on its own while the application starts
    await waitUntil(async () => new Set(clockJobs).isSubsetOf(await kinds()));
  });

  it('and the description of the API are those of the version before', async () => {
    const response = await testApp.anonymous.raw('GET', routes.portal.openapi.path);
    await expect(asFile(withoutProse(await response.json()))).toMatchFileSnapshot('./openapi.json');
  });
});

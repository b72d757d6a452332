import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { chainBatch } from '../../src/domain/audit/chain/chain-batch.ts';
import { deriveChainKeys } from '../../src/domain/audit/chain/chain-keys.ts';
import { createStreamSender } from '../../src/domain/audit/stream/send-stream.ts';
import { auditStreamProbe } from '../../src/domain/health/probes/audit-stream.ts';
import type { SyslogSettings } from '../../src/platform/config/syslog-url.ts';
import { startTestAppWithFixtures, type TestAppWithFixtures } from '../harness/start-test-app.ts';
import { localhostCertificate } from '../services/localhost-certificate.ts';
import { type SyslogReceiver, startSyslogReceiver } from '../services/syslog-receiver.ts';

const auditEvent = z.object({
  resourceType: z.literal('AuditEvent'),
  subtype: z.array(z.object({ code: z.string() })),
  agent: z.array(z.object({ name: z.string().optional() })),
  entity: z.array(z.object({ what: z.object({ reference: z.string().optional() }) })),
});

/** What AUDIT_STREAM_URL sends to a log server. */
describe('createStreamSender', () => {
  let receiver: SyslogReceiver;
  let testApp: TestAppWithFixtures;
  let settings: SyslogSettings;
  const context = () => testApp.app.context;
  const send = (batchRecords = 500) => createStreamSender(context(), settings, { batchRecords })();
  const chain = async () => {
    while ((await chainBatch(context(), deriveChainKeys(context().keys))) > 0);
  };
  const addEvents = async (count: number) => {
    await testApp.superuser.query(
      `INSERT INTO audit_events (event, outcome, actor_kind, details)
       SELECT 'login', 'denied', 'nobody', '{"reason": "γέ\\"]x"}' FROM generate_series(1, ${count})`,
    );
    await chain();
  };
  const numbers = () => receiver.received.map((line) => Number(/ record="(\d+)"/.exec(line)?.[1]));
  const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);
  const head = async () => {
    const { rows } = await testApp.superuser.query<{ seq: number }>('SELECT max(seq)::int AS seq FROM audit_chain');
    return rows[0]?.seq ?? 0;
  };
  const check = () => auditStreamProbe(context(), settings).check(AbortSignal.timeout(240_000));
  const readMetric = async (name: string) => {
    const response = await fetch(`${testApp.app.metricsOrigin}/metrics`);
    return Number(new RegExp(`^${name} (.+)$`, 'm').exec(await response.text())?.[1]);
  };

  beforeAll(async () => {
    setDefaultCACertificates([...getCACertificates('bundled'), localhostCertificate.cert]);
    receiver = await startSyslogReceiver();
    settings = { host: 'localhost', port: receiver.port };
    const environment = { AUDIT_STREAM_URL: `syslog+tls://localhost:${receiver.port}`, METRICS_PORT: '0' };
    testApp = await startTestAppWithFixtures({ environment });
    await chain();
  });
  beforeEach(() => {
    receiver.received.length = 0;
  });
  afterAll(async () => {
    setDefaultCACertificates(getCACertificates('bundled'));
    await Promise.all([testApp.close(), receiver.close()]);
  });

  it('sends every event from the first on, in order, as a FHIR AuditEvent with the names of an export', async () => {
    expect(await send(7)).toBeNull();
    while ((await check()).params.records !== 0) await send(7);
    expect(numbers()).toEqual(range(1, await head()));
    const events = receiver.received.map((line) => auditEvent.parse(JSON.parse(line.split('\ufeff')[1] ?? '')));
    expect(events.map(({ subtype }) => subtype.at(-1)?.code)).toContain('patient_registered');
    const names = events.flatMap(({ agent }) => agent.map(({ name }) => name));
    expect(names).toContain('admin@medcloud.local');
    const references = events.flatMap(({ entity }) => entity.map(({ what }) => what.reference));
    expect(references).toContain(`Patient/${testApp.fixtures.centerA.patient.patientId}`);
    expect(await check()).toMatchObject({ code: 'stream-well', params: { records: 0 } });
  });

  it('escapes structured data, and sends an event once while nothing fails', async () => {
    await addEvents(3);
    await send();
    await send();
    const last = await head();
    expect(numbers()).toEqual(range(last - 2, last));
    expect(receiver.received[0]).toMatch(
      /^<108>1 \S+ localhost medcloud - login \[medcloud@32473 record="\d+" hash="[0-9a-f]{64}" event="login" outcome="denied" actor="nobody"\] \ufeff\{/,
    );
  });

  it('waits for a receiver that is away, shows the lag, and then sends what waited', async () => {
    const { port } = receiver;
    await receiver.close();
    await addEvents(5);
    expect(await send()).toMatchObject({ verdict: 'not-sent' });
    testApp.clock.advance(300_000);
    expect(await check()).toMatchObject({ code: 'stream-late', params: { records: 5 } });
    expect(await readMetric('medcloud_audit_stream_lag_records')).toBe(5);
    expect(await readMetric('medcloud_audit_stream_lag_seconds')).toBeGreaterThanOrEqual(300);
    receiver = await startSyslogReceiver(port);
    expect(await send()).toBeNull();
    const last = await head();
    expect(numbers()).toEqual(range(last - 4, last));
    expect(await readMetric('medcloud_audit_stream_lag_records')).toBe(0);
  });

  it('sends a batch again whose connection was cut', async () => {
    await addEvents(3);
    receiver.setBehavior('cut');
    expect(await send()).toMatchObject({ verdict: 'unknown' });
    receiver.setBehavior('read');
    await send();
    const last = await head();
    expect(numbers()).toEqual(range(last - 2, last));
  });

  it('halves the batch of a receiver that is too slow for it, and doubles it again', async () => {
    await addEvents(60);
    const last = await head();
    testApp.clock.freeze(); // no batch takes long
    // reads 9 messages of a connection, and takes as long as the limit for more
    receiver.setMaxMessages(9);
    let controller = new AbortController();
    receiver.onStall(() => controller.abort());
    const sendMore = createStreamSender(context(), settings, {
      batchRecords: 32,
      createTimeout: () => {
        controller = new AbortController();
        return controller.signal;
      },
    });
    for (const size of [32, 16]) {
      expect(await sendMore()).toMatchObject({ verdict: 'unknown', code: 'timeout' });
      expect(receiver.received.length).toBeLessThanOrEqual(size);
      receiver.received.length = 0;
    }
    // 8 records arrive; then 16 are tried again
    expect(await sendMore()).toMatchObject({ code: 'timeout' });
    expect(numbers().slice(0, 8)).toEqual(range(last - 59, last - 52));
    receiver.setMaxMessages(Number.POSITIVE_INFINITY);
    receiver.received.length = 0;
    const connections = receiver.connections();
    expect(await sendMore()).toBeNull();
    expect(numbers()).toEqual(range(last - 51, last));
    // 8, 16, 28: not seven of 8
    expect(receiver.connections() - connections).toBe(3);
    testApp.clock.unfreeze();
  });

  it('sends a record whose event was deleted, and reports records that the audit log lost', async () => {
    await addEvents(1);
    const last = await head();
    await testApp.superuser.query(`ALTER TABLE audit_events DISABLE TRIGGER USER;
      DELETE FROM audit_events WHERE id = (SELECT event_id FROM audit_chain WHERE seq = ${last});
      ALTER TABLE audit_events ENABLE TRIGGER USER`);
    await send();
    expect(receiver.received[0]).toContain(` event_missing [medcloud@32473 record="${last}"`);
    await testApp.superuser.query(`DELETE FROM audit_chain WHERE seq > ${last - 2}`);
    expect(await check()).toMatchObject({ code: 'stream-ahead', params: { records: 2 } });
  });
});

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { copyTemplate } from '../harness/cluster.ts';
import { type ChildApp, startChildApp } from '../harness/start-child-app.ts';
import { adminLogin } from '../harness/start-test-app.ts';
import { waitUntil } from '../harness/wait-until.ts';
import { localhostCertificate } from '../services/localhost-certificate.ts';
import { type SyslogReceiver, startSyslogReceiver } from '../services/syslog-receiver.ts';

describe('the audit stream of a portal that is killed', () => {
  let receiver: SyslogReceiver;
  let database: Awaited<ReturnType<typeof copyTemplate>>;
  let owner: pg.Client;
  let folder: string;
  let child: ChildApp | undefined;

  beforeAll(async () => {
    receiver = await startSyslogReceiver();
    database = await copyTemplate(inject('cluster'));
    folder = await mkdtemp(join(tmpdir(), 'medcloud-crash-'));
    await writeFile(join(folder, 'authority.pem'), localhostCertificate.cert);
    owner = new pg.Client(database.connection);
    await owner.connect();
  });
  afterAll(async () => {
    await child?.kill();
    await owner.end();
    await Promise.all([database.drop(), receiver.close()]);
    await rm(folder, { recursive: true, force: true });
  });

  const start = () =>
    startChildApp({
      folder,
      logins: database.logins,
      environment: {
        ADMIN_EMAIL: adminLogin.email,
        ADMIN_PASSWORD: adminLogin.password,
        CHAIN_EVENTS: '1',
        AUDIT_STREAM_URL: `syslog+tls://localhost:${receiver.port}`,
        NODE_EXTRA_CA_CERTS: join(folder, 'authority.pem'),
      },
    });
  /** Adds events as a trigger of the portal would list them for the chain. */
  const addEvents = (count: number) =>
    owner.query(`INSERT INTO audit_events (event, outcome, actor_kind)
      SELECT 'login', 'success', 'nobody' FROM generate_series(1, ${count})`);
  const numbers = () => receiver.received.map((line) => Number(/ record="(\d+)"/.exec(line)?.[1]));
  const readPosition = async () => {
    const { rows } = await owner.query<{ seq: number; head: number }>(
      'SELECT seq::int, (SELECT max(seq) FROM audit_chain)::int AS head FROM audit_stream',
    );
    return rows[0] ?? { seq: 0, head: -1 };
  };

  it('sends a batch again whose position was not stored, and misses no event', async () => {
    child = await start();
    await waitUntil(async () => (await readPosition()).seq > 0);
    await child.crashAt('stream-sent:1');
    await addEvents(1_200);
    await child.ended;
    const { seq: before } = await readPosition();
    const sentBefore = numbers();
    expect(sentBefore.at(-1)).toBeGreaterThan(before);
    // Expires the dead worker's lease now instead of in 30 seconds.
    await owner.query(`UPDATE jobs SET due_at = now() WHERE state = 'running'`);
    child = await start();
    await waitUntil(async () => {
      const { seq, head } = await readPosition();
      return seq >= 1_200 && seq === head;
    });
    const resent = numbers().slice(sentBefore.length);
    expect(resent[0]).toBe(before + 1);
    for (const sent of [sentBefore, resent]) expect(sent).toEqual(sent.toSorted((one, other) => one - other));
    const received = new Set(numbers());
    expect(received.size).toBe(Math.max(...received));
  });
});

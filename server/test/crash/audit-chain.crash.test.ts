import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { copyTemplate } from '../harness/cluster.ts';
import { isDeep } from '../harness/depth.ts';
import { type ChildApp, startChildApp, startCrashingApp } from '../harness/start-child-app.ts';
import { urlsOf } from '../harness/urls-of.ts';
import { waitUntil } from '../harness/wait-until.ts';

describe('the audit chain of a portal that is killed while chaining (T-AUD2)', () => {
  let database: Awaited<ReturnType<typeof copyTemplate>>;
  let folder: string;
  let owner: pg.Client;
  /** The portal that survived one fault point; it is killed at the next. */
  let child: ChildApp | undefined;
  beforeAll(async () => {
    database = await copyTemplate(inject('cluster'));
    folder = await mkdtemp(join(tmpdir(), 'medcloud-crash-'));
    owner = new pg.Client(database.connection);
    await owner.connect();
  });
  afterAll(async () => {
    await child?.kill();
    await owner.end();
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  });

  const options = (environment = {}) => ({
    folder,
    logins: database.logins,
    environment: { CHAIN_EVENTS: '1', ...environment },
  });
  const countUnchained = async () => {
    const { rows } = await owner.query<{ n: number }>(
      'SELECT count(*)::int AS n FROM audit_events e WHERE NOT EXISTS (SELECT 1 FROM audit_chain c WHERE c.event_id = e.id)',
    );
    return rows[0]?.n;
  };

  const points = isDeep ? ['checkpoint-written', 'audit-sealing'] : ['audit-sealing'];

  it.each(points)('contains every event after a kill at %s', async (point) => {
    await child?.crashAt(`${point}:1`);
    await owner.query(`INSERT INTO audit_events (event, outcome, actor_kind) VALUES ('login', 'success', 'center')`);
    expect(await countUnchained()).toBeGreaterThan(0);
    // The very first batch writes a checkpoint, so the first portal may end before it reports that it is ready.
    if (child === undefined) await startCrashingApp(options({ CRASH_AT: `${point}:1` }));
    else await child.ended;
    await owner.query(`UPDATE jobs SET due_at = now() WHERE state = 'running'`);
    child = await startChildApp(options());
    await waitUntil(async () => (await countUnchained()) === 0);
  });

  it('passes the verify command afterwards, which exits with 1 once a record is edited', async () => {
    expect(await verify()).toEqual([0, expect.stringMatching(/^The audit log is intact: \d+ records/)]);
    await owner.query(`UPDATE audit_events SET event = 'logout' WHERE id = 1`);
    expect(await verify()).toEqual([1, 'Record 1 (event 1) was changed after it was added to the chain.\n']);
  });

  const verify = async () => {
    const verifier = spawn(process.execPath, ['server/src/commands/verify-audit.ts'], {
      env: {
        PATH: process.env.PATH,
        DATA_DIR: folder,
        LOG_LEVEL: 'silent',
        ...urlsOf(database.logins),
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [stdout, [code]] = await Promise.all([text(verifier.stdout), once(verifier, 'exit')]);
    return [code, stdout];
  };
});

import { appendFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chainBatch } from '../../src/domain/audit/chain/chain-batch.ts';
import { deriveChainKeys } from '../../src/domain/audit/chain/chain-keys.ts';
import { checkpointPath } from '../../src/domain/audit/chain/checkpoint-file.ts';
import { readChainState } from '../../src/domain/audit/chain/reads.ts';
import { hashRecord } from '../../src/domain/audit/chain/record-hash.ts';
import { RestoreReader } from '../../src/domain/audit/chain/restore-reader.ts';
import { resumeChain } from '../../src/domain/audit/chain/resume-chain.ts';
import { listRecords } from '../../src/domain/audit/chain/store.ts';
import { formatVerdict } from '../../src/domain/audit/chain/verdict.ts';
import { verifyChain } from '../../src/domain/audit/chain/verify-chain.ts';
import { writeCheckpointIfDue } from '../../src/domain/audit/chain/write-checkpoint.ts';
import { chainScope, systemScope } from '../../src/domain/authorization/authorize.ts';
import { auditChainProbe } from '../../src/domain/health/probes/audit-chain.ts';
import { racingConnections, startTestApp, type TestApp } from '../harness/start-test-app.ts';

/** T-AUD1: a superuser of the database cannot change the audit log without detection. */
describe('verifyChain (T-AUD1)', () => {
  let testApp: TestApp;
  beforeAll(async () => {
    testApp = await startTestApp({ connections: racingConnections });
  });
  afterAll(() => testApp.close());

  const context = () => testApp.app.context;
  const query = async (text: string, values: unknown[] = []) => (await testApp.superuser.query(text, values)).rows;
  const file = () => checkpointPath(context().settings.auditFolders[0] ?? '');
  const chainEvents = async () => {
    const keys = deriveChainKeys(context().keys);
    while ((await chainBatch(context(), keys)) > 0);
    return await writeCheckpointIfDue(context(), keys);
  };
  const verdict = async (...knownRestores: number[]) => formatVerdict(await verifyChain(context(), { knownRestores }));
  const insertEvents = (count: number) =>
    query(
      `INSERT INTO audit_events (event, outcome, actor_kind, details)
       SELECT 'login', 'success', 'center', jsonb_build_object('n', n) FROM generate_series(1, $1) n`,
      [count],
    );

  /** Runs SQL as a superuser, then the check, then restores the tables and the checkpoint file. */
  const withTampering = async (statements: string[], check: () => Promise<void>) => {
    const savedFile = await readFile(file());
    const tables = ['audit_events', 'audit_chain', 'audit_checkpoints', 'audit_unsealed'];
    await query(tables.map((table) => `CREATE TABLE kept_${table} AS TABLE ${table}`).join(';'));
    await query(statements.join(';'));
    try {
      await check();
    } finally {
      await query(`ALTER TABLE audit_events DISABLE TRIGGER USER; TRUNCATE ${tables.join(', ')}`);
      for (const table of tables)
        await query(`INSERT INTO ${table} OVERRIDING SYSTEM VALUE TABLE kept_${table}; DROP TABLE kept_${table}`);
      await query('ALTER TABLE audit_events ENABLE TRIGGER USER');
      await writeFile(file(), savedFile);
    }
    expect(await verdict()).toMatch(/^The audit log is intact/);
  };

  /** Recomputes the hashes without the installation's key, which a superuser can do. */
  const rehash = async (from: number) => {
    const records = await context().db.within(chainScope(), (tx) => listRecords(tx, from - 1, 1_000));
    const [before] = await query('SELECT hash FROM audit_chain WHERE seq < $1 ORDER BY seq DESC LIMIT 1', [from]);
    let prev: Buffer = before?.hash;
    for (const { seq, event } of records) {
      const hash = hashRecord(seq, prev, event ?? []);
      await query('UPDATE audit_chain SET prev = $2, hash = $3 WHERE seq = $1', [seq, prev, hash]);
      prev = hash;
    }
  };

  beforeAll(async () => {
    await insertEvents(40);
    expect(await chainEvents()).toBe(true);
    testApp.clock.advance(61_000);
    await insertEvents(20);
    expect(await chainEvents()).toBe(true);
  });

  it('reports a complete chain in the order of its events, and how far it is signed', async () => {
    const [{ count, last }] = await query('SELECT count(*)::int, max(seq) AS last FROM audit_chain');
    expect(count).toBe(last);
    expect(await query('SELECT 1 FROM audit_unsealed')).toEqual([]);
    expect(await verdict()).toMatch(
      new RegExp(`^The audit log is intact: ${count} records, 2 checkpoints, signed up to record ${count} `),
    );
  });

  it.each([
    [
      'an edited event',
      [`UPDATE audit_events SET event = 'logout' WHERE id = 17`],
      'Record 17 (event 17) was changed after it was added to the chain.',
    ],
    [
      'an edited detail',
      [`UPDATE audit_events SET details = '{}' WHERE id = 30`],
      'Record 30 (event 30) was changed after it was added to the chain.',
    ],
    [
      'a changed time',
      [`UPDATE audit_events SET at = at + interval '1 microsecond' WHERE id = 9`],
      'Record 9 (event 9) was changed after it was added to the chain.',
    ],
    ['a deleted event', ['DELETE FROM audit_events WHERE id = 21'], 'Event 21 of record 21 is missing.'],
    [
      'an event deleted with its record',
      ['DELETE FROM audit_events WHERE id = 21', 'DELETE FROM audit_chain WHERE seq = 21'],
      'Record 21 is missing from the audit log.',
    ],
    [
      'two swapped events',
      [
        'UPDATE audit_chain SET event_id = -1 WHERE seq = 12',
        'UPDATE audit_chain SET event_id = 12 WHERE seq = 14',
        'UPDATE audit_chain SET event_id = 14 WHERE seq = 12',
      ],
      'Record 12 (event 14) was changed after it was added to the chain.',
    ],
    [
      'a truncated chain',
      [
        'DELETE FROM audit_events WHERE id > 50',
        'DELETE FROM audit_chain WHERE seq > 50',
        'DELETE FROM audit_checkpoints WHERE number = 2',
      ],
      /^Record 51 and all later ones are missing: checkpoint 2 signed record \d+ at /,
    ],
    [
      'an emptied chain',
      ['TRUNCATE audit_events, audit_chain, audit_checkpoints'],
      /^Record 1 and all later ones are missing: checkpoint 1 signed record \d+ at /,
    ],
    [
      'an event that was never chained',
      [
        `INSERT INTO audit_events (event, outcome, actor_kind) VALUES ('login', 'success', 'admin')`,
        'DELETE FROM audit_unsealed',
      ],
      /^Event \d+ has no record in the chain/,
    ],
  ])('names the first bad record: %s', async (_, statements, message) => {
    await withTampering(statements, async () => expect(await verdict()).toMatch(message));
  });

  it('names an event that was edited and whose chain was rehashed', async () => {
    await withTampering([`UPDATE audit_events SET event = 'logout' WHERE id = 17`], async () => {
      await rehash(17);
      expect(await verdict()).toBe(`Record 17 (event 17) was added to the chain without the portal's key.`);
    });
  });

  it('names the record after which an event was deleted and the chain renumbered', async () => {
    const statements = [
      'DELETE FROM audit_events WHERE id = 17',
      'DELETE FROM audit_chain WHERE seq = 17',
      'UPDATE audit_chain SET seq = -seq + 1 + 1000000 WHERE seq > 17',
      'UPDATE audit_chain SET seq = 1000000 - seq WHERE seq > 900000',
    ];
    await withTampering(statements, async () => {
      await rehash(17);
      expect(await verdict()).toBe(`Record 17 (event 18) was added to the chain without the portal's key.`);
    });
  });

  it('names a checkpoint that is missing in the file, in the middle or at the end', async () => {
    testApp.clock.advance(61_000);
    await insertEvents(3);
    await chainEvents();
    const lines = (await readFile(file(), 'utf8')).trimEnd().split('\n');
    const without = (number: number) => lines.filter((_, index) => index + 1 !== number).join('\n');
    for (const number of [1, 2, lines.length])
      await withTampering(['SELECT 1'], async () => {
        await writeFile(file(), `${without(number)}\n`);
        expect(await verdict()).toBe(`Checkpoint ${number} is missing in ${context().settings.auditFolders[0]}.`);
      });
  });

  it('rejects a checkpoint that another key signed', async () => {
    await withTampering(['SELECT 1'], async () => {
      const lines = (await readFile(file(), 'utf8')).trimEnd().split('\n');
      const forged = { ...JSON.parse(lines[0] ?? ''), seq: 5 };
      await writeFile(file(), [JSON.stringify(forged), ...lines.slice(1)].map((line) => `${line}\n`).join(''));
      expect(await verdict()).toBe(
        `Checkpoint 1 in ${context().settings.auditFolders[0]} was not signed by the portal's key.`,
      );
    });
  });

  it('signs nothing after the database was set back, until resumeChain accepts a restored backup', async () => {
    const restores = new RestoreReader(context().settings.auditFolders, deriveChainKeys(context().keys));
    const checkHealth = () => auditChainProbe(context(), restores).check(AbortSignal.timeout(240_000));
    expect(await checkHealth()).toMatchObject({ code: 'audit-well' });
    await withTampering(
      [
        'DELETE FROM audit_events WHERE id > 50',
        'DELETE FROM audit_chain WHERE seq > 50',
        'DELETE FROM audit_checkpoints WHERE number > 1',
      ],
      async () => {
        testApp.clock.advance(61_000);
        await expect(writeCheckpointIfDue(context(), deriveChainKeys(context().keys))).rejects.toThrow(
          'npm run audit:verify',
        );
        expect(await resumeChain(context())).toBe(50);
        expect(await verdict()).toMatch(
          /^Checkpoint (\d+) of .* continues from record 50 after a gap.* --known-restore \1\.$/,
        );
        const [{ number }] = await query('SELECT max(number) AS number FROM audit_checkpoints');
        expect(await verdict(number)).toMatch(/^The audit log is intact: 50 records.* Restores in it: 1\.$/);
        await insertEvents(30);
        testApp.clock.advance(61_000);
        expect(await chainEvents()).toBe(true);
        expect(await verdict(number)).toMatch(/^The audit log is intact: 80 records/);
        const day = testApp.clock.now().toISOString().slice(0, 10);
        const params = { records: 80, number: 50, day, count: 1 };
        expect(await checkHealth()).toEqual({ code: 'audit-restored', params });
        testApp.clock.advance(30 * 86_400_000);
        expect(await checkHealth()).toEqual({ code: 'audit-restored-earlier', params });
      },
    );
    expect(await checkHealth()).toMatchObject({ code: 'audit-well' });
  });

  it('writes checkpoints after a line that a crash truncated', async () => {
    await appendFile(file(), '{"number":9,"se');
    await insertEvents(1);
    testApp.clock.advance(61_000);
    expect(await chainEvents()).toBe(true);
    expect(await verdict()).toMatch(/^The audit log is intact/);
  });

  it('adds the missing lines to a second audit folder', async () => {
    const second = join(testApp.folder, 'second-place');
    const settings = { ...context().settings, auditFolders: [...context().settings.auditFolders, second] };
    await insertEvents(1);
    testApp.clock.advance(61_000);
    const keys = deriveChainKeys(context().keys);
    await chainBatch(context(), keys);
    await writeCheckpointIfDue({ ...context(), settings }, keys);
    expect(formatVerdict(await verifyChain({ ...context(), settings }))).toMatch(/intact/);
    const completeLines = (text: string) => text.split('\n').filter((line) => line.endsWith('}'));
    expect(completeLines(await readFile(checkpointPath(second), 'utf8'))).toEqual(
      completeLines(await readFile(file(), 'utf8')),
    );
  });

  it('reports how long an event has been unchained and a record unsigned', async () => {
    const state = () => context().db.within(systemScope('health'), readChainState);
    await chainEvents();
    expect(await state()).toMatchObject({ lagMs: 0 });
    await insertEvents(1);
    testApp.clock.advance(11_000);
    expect((await state()).lagMs).toBeGreaterThan(10_000);
    await chainBatch(context(), deriveChainKeys(context().keys));
    testApp.clock.advance(50_000);
    expect(await state()).toMatchObject({ lagMs: 0 });
    expect((await state()).unsignedMs).toBeGreaterThan(49_000);
    await chainEvents();
    expect(await state()).toMatchObject({ unsignedMs: 0 });
  });

  it('chains each event once with parallel writers, and signs after at most 1,500 records', async () => {
    await chainEvents();
    await insertEvents(2_300);
    const keys = deriveChainKeys(context().keys);
    const before = (await query('SELECT count(*)::int FROM audit_checkpoints'))[0].count;
    const runChainWriter = async () => {
      while ((await query('SELECT 1 FROM audit_unsealed LIMIT 1')).length > 0) {
        // if another writer has the lock, retry after 5 ms instead of taking its CPU time
        if ((await chainBatch(context(), keys)) === 0) await wait(5);
        await writeCheckpointIfDue(context(), keys);
      }
    };
    await Promise.all([runChainWriter(), runChainWriter(), runChainWriter()]);
    expect(await query('SELECT 1 FROM audit_unsealed')).toEqual([]);
    expect(await verdict()).toMatch(/^The audit log is intact/);
    expect((await query('SELECT count(*)::int FROM audit_checkpoints'))[0].count - before).toBeOneOf([1, 2]);
  });
});

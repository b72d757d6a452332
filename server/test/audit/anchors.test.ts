import { copyFile, cp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { formatAnchor } from '../../src/domain/audit/anchors/anchor.ts';
import { createAnchorWatch } from '../../src/domain/audit/anchors/anchor-watch.ts';
import { openPlace } from '../../src/domain/audit/anchors/places.ts';
import { readGivenAnchors } from '../../src/domain/audit/anchors/read-given-anchors.ts';
import { createAnchorSender, sendAnchors } from '../../src/domain/audit/anchors/send-anchors.ts';
import { collectNewestAnchors, verifyWithAnchors } from '../../src/domain/audit/anchors/verify-with-anchors.ts';
import { chainBatch } from '../../src/domain/audit/chain/chain-batch.ts';
import { deriveChainKeys } from '../../src/domain/audit/chain/chain-keys.ts';
import { createChainWriter } from '../../src/domain/audit/chain/chain-writer.ts';
import { checkpointPath } from '../../src/domain/audit/chain/checkpoint-file.ts';
import { genesisHash, hashRecord, macRecord } from '../../src/domain/audit/chain/record-hash.ts';
import { resumeChain } from '../../src/domain/audit/chain/resume-chain.ts';
import { listRecords } from '../../src/domain/audit/chain/store.ts';
import { writeCheckpointIfDue } from '../../src/domain/audit/chain/write-checkpoint.ts';
import { chainScope } from '../../src/domain/authorization/authorize.ts';
import { anchorsProbe } from '../../src/domain/health/probes/anchors.ts';
import { type AnchorSettings, parseAnchors } from '../../src/platform/config/anchor-urls.ts';
import { parseMailUrl } from '../../src/platform/config/mail-url.ts';
import { openGateways } from '../../src/platform/outbound/open-gateways.ts';
import { startTestApp, type TestApp } from '../harness/start-test-app.ts';
import { type Bucket, startBucket } from '../services/bucket.ts';
import { localhostCertificate } from '../services/localhost-certificate.ts';
import { bodyOf, type MailServer, startMailServer } from '../services/mail-server.ts';
import { type SyslogReceiver, startSyslogReceiver } from '../services/syslog-receiver.ts';
import { startTimestampAuthority, type TimestampAuthority } from '../services/timestamp-authority.ts';

const signal = () => AbortSignal.timeout(240_000);
const tables = ['audit_events', 'audit_chain', 'audit_checkpoints', 'audit_unsealed', 'audit_anchors'];

/**
 * Roll-backs of the audit log by someone with the database, the data folder and the master key. Each is found with
 * each kind of anchor alone.
 */
describe('verifyWithAnchors', () => {
  let testApp: TestApp;
  let syslog: SyslogReceiver;
  let bucket: Bucket;
  let authority: TimestampAuthority;
  let mailServer: MailServer;
  const context = () => testApp.app.context;
  const query = async (text: string) => (await testApp.superuser.query(text)).rows;
  const keys = () => deriveChainKeys(context().keys);
  const folder = () => context().settings.auditFolders[0] ?? '';
  const outside = (name: string) => join(testApp.folder, name);

  const chainEvents = async (count: number, settings = context().settings) => {
    testApp.clock.advance(61_000);
    await query(
      `INSERT INTO audit_events (event, outcome, actor_kind) SELECT 'login', 'success', 'center' FROM generate_series(1, ${count})`,
    );
    while ((await chainBatch(context(), keys())) > 0);
    await writeCheckpointIfDue({ ...context(), settings }, keys());
  };

  /** Settings of one kind of anchor, and what the operator has of it outside the portal. */
  let remote: Record<AnchorSettings['kind'], AnchorSettings>;
  const heldOutside = async () => {
    await writeFile(outside('syslog.log'), syslog.received.join('\n'));
    await writeFile(outside('mail.txt'), mailServer.received.map(bodyOf).join('\n'));
    await rename(join(folder(), 'timestamps.ndjson'), outside('timestamps.ndjson'));
  };

  const save = async (name: string) => {
    await query(tables.map((table) => `CREATE TABLE ${name}_${table} AS TABLE ${table}`).join(';'));
    await cp(folder(), outside(name), { recursive: true });
  };
  const putBack = async (name: string) => {
    await query(`ALTER TABLE audit_events DISABLE TRIGGER USER; TRUNCATE ${tables.join(', ')}`);
    for (const table of tables) await query(`INSERT INTO ${table} OVERRIDING SYSTEM VALUE TABLE ${name}_${table}`);
    await query('ALTER TABLE audit_events ENABLE TRIGGER USER');
    await rm(folder(), { recursive: true, force: true });
    await cp(outside(name), folder(), { recursive: true });
  };

  const withBucket = () => ({ ...context(), settings: { ...context().settings, anchors: [remote.s3] } });
  const openRemote = (kind: AnchorSettings['kind']) =>
    openPlace(remote[kind], { ...context(), publicUrl: context().settings.publicUrl });
  const openBucketPlace = () => openRemote('s3');
  const verifyWithBucket = async (options: { given?: string[]; knownRestores?: number[] } = {}) => {
    const lines: string[] = [];
    const given = await readGivenAnchors(options.given ?? [], keys());
    const code = await verifyWithAnchors(withBucket(), { knownRestores: [], ...options, given }, (line) =>
      lines.push(line),
    );
    return `${code} ${lines.join(' ')}`;
  };

  /** Verifies with each kind of anchor alone. Returns exit code and first line by kind. */
  const verifyWithEach = async () => {
    const verify = async (anchors: AnchorSettings[], given: string[], folders: string[] = []) => {
      const { settings } = context();
      const alone = { ...settings, anchors, auditFolders: [...settings.auditFolders, ...folders] };
      const lines: string[] = [];
      const options = { given: await readGivenAnchors(given, keys()), knownRestores: [] };
      const code = await verifyWithAnchors({ ...context(), settings: alone }, options, (line) => lines.push(line));
      return `${code} ${lines.join(' ').replaceAll(testApp.folder, '')}`;
    };
    return {
      file: await verify([], [], [outside('copy')]),
      s3: await verify([remote.s3], []),
      syslog: await verify([], [outside('syslog.log')]),
      rfc3161: await verify([], [outside('timestamps.ndjson')]),
      mail: await verify([], [outside('mail.txt')]),
    };
  };
  const kinds = ['file', 's3', 'syslog', 'rfc3161', 'mail'] as const;
  const places = {
    file: '/copy',
    s3: 's3://trail/portal/',
    syslog: '/syslog.log',
    rfc3161: '/timestamps.ndjson',
    mail: '/mail.txt',
  };

  beforeAll(async () => {
    setDefaultCACertificates([...getCACertificates('bundled'), localhostCertificate.cert]);
    testApp = await startTestApp();
    [syslog, bucket, authority, mailServer] = await Promise.all([
      startSyslogReceiver(),
      startBucket({ maxKeys: 4 }),
      startTimestampAuthority(),
      startMailServer({ tls: 'none' }),
    ]);
    const bucketUrl = `s3://KEY:SECRET@trail/portal?region=eu-central-1&endpoint=${bucket.endpoint}&days=30`;
    const text = [bucketUrl, `syslog+tls://localhost:${syslog.port}`, `rfc3161+${authority.origin}`, 'mail'];
    const settings = parseAnchors(text.join(','), { mailTo: 'it@example.com' }).remote;
    remote = Object.fromEntries(settings.map((place) => [place.kind, place])) as typeof remote;
    const mail = parseMailUrl(`smtp://127.0.0.1:${mailServer.port}?from=portal@example.com`, '/nowhere');
    const gateways = openGateways({ sms: { driver: 'file', folder: '/nowhere' }, mail }, testApp.clock);
    const parts = { ...context(), publicUrl: context().settings.publicUrl, gateways };
    await chainEvents(40);
    await save('early');
    const withCopy = { ...context().settings, auditFolders: [folder(), outside('copy')] };
    await chainEvents(20, withCopy);
    expect(
      await sendAnchors(
        context(),
        settings.map((place) => openPlace(place, parts)),
      ),
    ).toEqual([]);
    await heldOutside();
    await save('late');
  });
  afterAll(async () => {
    setDefaultCACertificates(getCACertificates('bundled'));
    await Promise.all([testApp.close(), syslog.close(), bucket.close(), authority.close(), mailServer.close()]);
  });

  it('finds the log intact, and names what each anchor confirms and since when none does', async () => {
    for (const result of Object.values(await verifyWithEach()))
      expect(result).toMatch(/^0 The audit log is intact: 6\d records.* \S+ confirms the records up to 6\d/);
    await chainEvents(3);
    const { file: _, ...results } = await verifyWithEach(); // the copy lacks the new checkpoint, which is another fault
    for (const result of Object.values(results))
      expect(result).toMatch(/^0 .* No anchor confirms the records 6\d to 6\d, written since \S+\.$/);
    await putBack('late');
    expect(bucket.readCount).toBe(0); // the checksums of the listing are enough
    expect(bucket.lastHeaders()).toMatchObject({ 'x-amz-object-lock-mode': 'COMPLIANCE' });
  });

  const cutTo = (seq: number) =>
    query(`ALTER TABLE audit_events DISABLE TRIGGER USER; DELETE FROM audit_events WHERE id > ${seq};
      DELETE FROM audit_chain WHERE seq > ${seq}; DELETE FROM audit_checkpoints WHERE seq > ${seq};
      ALTER TABLE audit_events ENABLE TRIGGER USER`);
  /** Exchanges the events of two records and makes all hashes, MACs and signatures anew, with the portal's keys. */
  const swap = async () => {
    const last = (await query('SELECT max(seq) AS seq FROM audit_chain'))[0].seq;
    await query(`UPDATE audit_chain SET event_id = -1 WHERE seq = ${last - 2};
      UPDATE audit_chain SET event_id = ${last - 2} WHERE seq = ${last - 1}; UPDATE audit_chain SET event_id = ${last - 1} WHERE seq = ${last - 2}`);
    let prev = genesisHash;
    for (const { seq, event } of await context().db.within(chainScope(), (tx) => listRecords(tx, 0, 1_000))) {
      const hash = hashRecord(seq, prev, event ?? []);
      const values = [seq, prev, hash, macRecord(keys().records, hash)];
      await testApp.superuser.query('UPDATE audit_chain SET prev = $2, hash = $3, mac = $4 WHERE seq = $1', values);
      prev = hash;
    }
    await query('DELETE FROM audit_checkpoints');
    await rm(checkpointPath(folder()));
    await writeCheckpointIfDue(context(), keys());
  };
  const behind =
    /^1 The audit log ends at record \d+, but an anchor in .+ has record 6\d: an earlier copy was put back\./;
  const differs = /^1 Record 6\d is not the one that an anchor in .+ has: the log was replaced\./;

  it.each([
    [
      'the tail is cut from rows and files',
      () => cutTo(40).then(() => copyFile(join(outside('early'), 'checkpoints.ndjson'), checkpointPath(folder()))),
      behind,
    ],
    [
      'everything is cut',
      () => query(`TRUNCATE ${tables.join(', ')}`).then(() => rm(folder(), { recursive: true })),
      behind,
    ],
    ['two records are exchanged, and everything is signed anew', swap, differs],
    ['an older copy of the whole data folder is put back', () => putBack('early'), behind],
    ['an older copy is put back, and the portal goes on', () => putBack('early').then(() => chainEvents(70)), differs],
    [
      'the log is cut, and the portal continues it on request',
      () => putBack('early').then(() => resumeChain(context())),
      behind,
    ],
  ])('ends with 1 and names the anchor: %s', async (_, attack, message) => {
    try {
      await attack();
      const results = await verifyWithEach();
      for (const kind of kinds) expect(results[kind], kind).toMatch(message);
      for (const kind of kinds) expect(results[kind]).toContain(` in ${places[kind]} has`);
    } finally {
      await putBack('late');
    }
  });

  it('without any anchor, names a log that is younger than the installation', async () => {
    await query(`TRUNCATE ${tables.join(', ')}`);
    await rm(folder(), { recursive: true });
    const lines: string[] = [];
    const options = { given: [], knownRestores: [] };
    expect(await verifyWithAnchors(context(), options, (line) => lines.push(line))).toBe(1);
    expect(lines[0]).toMatch(/^The portal was installed at .*, but its audit log is empty\.$/);
    await putBack('late');
  });

  it('accepts a restore that the operator names, and goes on above the numbers of all anchors', async () => {
    await putBack('early');
    const held = await readGivenAnchors([outside('syslog.log')], keys());
    const anchored = held[0]?.signed?.checkpoint ?? expect.fail('no checkpoint');
    await resumeChain(withBucket(), held);
    const given = [outside('syslog.log'), formatAnchor(anchored)];
    expect(await verifyWithBucket({ given })).toMatch(/^1 /);
    const [{ number }] = await query('SELECT max(number) AS number FROM audit_checkpoints');
    expect(number).toBe(anchored.number + 1);
    expect(await verifyWithBucket({ given, knownRestores: [number] })).toMatch(/^0 /);
    // of the time after the restore, or of an unknown time
    for (const typed of [formatAnchor({ ...anchored, number }), `${anchored.seq}:${anchored.hash}`])
      expect(await verifyWithBucket({ given: [typed], knownRestores: [number] })).toMatch(behind);
    await putBack('late');
  });

  it('signs nothing while the log is behind an anchor, and the health page says so', async () => {
    const watch = createAnchorWatch(withBucket(), [openBucketPlace()]);
    const check = () => anchorsProbe(context(), { places: [openBucketPlace()], watch }).check(signal());
    await putBack('early');
    const { anchors } = await watch.read();
    const before = await readFile(checkpointPath(folder()), 'utf8');
    testApp.clock.advance(61_000);
    await expect(writeCheckpointIfDue(context(), keys(), anchors)).rejects.toThrow('npm run audit:verify');
    expect(await readFile(checkpointPath(folder()), 'utf8')).toBe(before);
    expect(await check()).toMatchObject({ code: 'anchors-behind', params: { where: 's3://trail/portal/' } });
    await putBack('late');
    expect(await check()).toMatchObject({ code: 'anchors-well' });
  });

  it('signs and sends nothing until a place that did not answer at the start is read', async () => {
    const countSent = () => syslog.received.length;
    const sentBefore = countSent();
    const fileBefore = await readFile(join(outside('early'), 'checkpoints.ndjson'), 'utf8');
    await putBack('early');
    bucket.isDown = true;
    const watch = createAnchorWatch(withBucket(), [openBucketPlace()]);
    let alarms = 0;
    const write = createChainWriter(context(), { watch, onRollback: () => (alarms += 1) });
    const send = createAnchorSender(context(), { places: [openRemote('syslog')], watch });
    const check = () => anchorsProbe(context(), { places: [openBucketPlace()], watch }).check(signal());
    const addEvent = () =>
      query(`INSERT INTO audit_events (event, outcome, actor_kind) VALUES ('login', 'success', 'center')`);
    testApp.clock.advance(61_000);
    await addEvent();
    await watch.read();
    await write();
    await send();
    expect(await query('SELECT event_id FROM audit_unsealed')).toEqual([]);
    expect(await check()).toMatchObject({ code: 'anchors-unread', params: { where: 's3://trail/portal/' } });
    testApp.clock.advance(15 * 60_000);
    await watch.read();
    await write();
    expect(await check()).toMatchObject({ code: 'anchors-silent' });
    bucket.isDown = false;
    testApp.clock.advance(60_000);
    await watch.read();
    await expect(write()).rejects.toThrow('npm run audit:verify');
    expect(alarms).toBe(1);
    expect(await check()).toMatchObject({ code: 'anchors-behind' });
    expect(countSent()).toBe(sentBefore);
    expect(await readFile(checkpointPath(folder()), 'utf8')).toBe(fileBefore);
    await putBack('late');
    await write();
    expect(await check()).toMatchObject({ code: 'anchors-well' });
  });

  it('keeps the anchors of a place that stops answering', async () => {
    const watch = createAnchorWatch(withBucket(), [openBucketPlace()]);
    const { anchors } = await watch.read();
    bucket.isDown = true;
    testApp.clock.advance(3_600_000);
    expect(await watch.read()).toEqual({ anchors, unread: [] });
    bucket.isDown = false;
  });

  it('ends with 2 and names the place if a configured one cannot be read', async () => {
    bucket.isDown = true;
    expect(await verifyWithBucket()).toMatch(
      /^2 s3:\/\/trail\/portal\/ could not be read \(econnreset\), .* take it out of AUDIT_ANCHORS/,
    );
    await putBack('early');
    expect(await verifyWithBucket({ given: [outside('mail.txt')] })).toMatch(/^1 .* an anchor in .*mail\.txt has/);
    await putBack('late');
    bucket.isDown = false;
  });

  describe('with a bucket to which the attacker can write', () => {
    let objects: [string, (string | null)[]][];
    const check = async () => {
      const watch = createAnchorWatch(withBucket(), [openBucketPlace()]);
      return await anchorsProbe(context(), { places: [openBucketPlace()], watch }).check(signal());
    };
    beforeEach(async () => {
      objects = [...bucket.objects].map(([key, versions]) => [key, [...versions]]);
      await putBack('early');
    });
    afterEach(async () => {
      bucket.objects.clear();
      for (const [key, versions] of objects) bucket.objects.set(key, versions);
      await putBack('late');
    });
    const firstKey = 'portal/0000000000000000.json';
    const sendMinutes = async (count: number) => {
      for (let minute = 0; minute < count; minute += 1) {
        await chainEvents(3);
        expect(await sendAnchors(context(), [openBucketPlace()])).toEqual([]);
      }
    };

    it('finds the roll-back below the anchors of 17 minutes that were signed after it', async () => {
      await sendMinutes(17);
      expect(await verifyWithBucket()).toMatch(differs);
      expect(await check()).toMatchObject({ code: 'anchors-behind' });
    });

    it('finds two different anchors of one number, also before a restore that the operator names', async () => {
      await sendMinutes(1);
      await putBack('early');
      await resumeChain(withBucket(), await collectNewestAnchors(withBucket()));
      const [{ number }] = await query('SELECT max(number) AS number FROM audit_checkpoints');
      expect(await verifyWithBucket({ knownRestores: [number] })).toMatch(/^1 s3:.* has two different anchors of/);
    });

    it.each([
      ['copies of an old anchor', () => Array.from({ length: 10 }, () => objects[0]?.[1][0] ?? null)],
      ['markers of deletion', () => Array.from({ length: 10 }, () => null)],
      ['something too long for a checkpoint', () => ['x'.repeat(5_000)]],
    ])('finds the roll-back behind %s under the first key', async (_, versions) => {
      bucket.objects.set(firstKey, versions());
      expect(await verifyWithBucket()).toMatch(behind);
      expect(await check()).toMatchObject({ code: 'anchors-behind' });
    });

    it('passes over other objects, whatever their names', async () => {
      bucket.objects.set('portal/0000000000000000.json & more', ['x', 'y', 'z', 'x', 'y', 'z']);
      expect(await verifyWithBucket()).toMatch(behind);
      await putBack('late');
      expect(await verifyWithBucket()).toMatch(/^0 /);
    });

    it('rejects an anchor under the key of another one, and one that another key signed', async () => {
      await putBack('late');
      const [[key, versions] = ['', []]] = objects;
      bucket.objects.set(firstKey, versions);
      expect(await verifyWithBucket()).toMatch(/^1 An anchor of checkpoint \d+ in s3:.* is where another one belongs/);
      bucket.objects.delete(firstKey);
      const forged = JSON.stringify({ ...JSON.parse(versions[0] ?? ''), seq: 7 });
      bucket.objects.set(key, [forged]);
      expect(await verifyWithBucket()).toMatch(/^1 .*not signed by the portal's key/);
      await writeFile(outside('forged.txt'), forged);
      await expect(readGivenAnchors([outside('forged.txt')], keys())).rejects.toThrow("not signed by the portal's key");
    });

    it('reads an anchor behind a marker of deletion', async () => {
      for (const [key, versions] of objects) bucket.objects.set(key, [...versions, null]);
      expect(await verifyWithBucket()).toMatch(behind);
      await putBack('late');
      expect(await verifyWithBucket()).toMatch(/^0 /);
    });
  });

  it('reports a checkpoint that a place lacks for an hour', async () => {
    const place = { name: 'syslog+tls://localhost:1', everyMs: 0 };
    const watch = createAnchorWatch(context(), []);
    const check = (places: { name: string; everyMs: number }[]) =>
      anchorsProbe(context(), { places, watch }).check(signal());
    testApp.clock.advance(3_600_000);
    expect(await check([place])).toMatchObject({ code: 'anchors-late', params: { where: place.name } });
    expect(await check([])).toEqual({ code: 'anchors-optional', params: {} });
  });
});

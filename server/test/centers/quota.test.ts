import { setTimeout as wait } from 'node:timers/promises';
import { dayIn, routes } from '@medcloud/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CenterCast, makeCenter, signInAdmin } from '../harness/cast.ts';
import { eventually, takeStock } from '../harness/leftovers.ts';
import { fieldParts, filePart, problemOf, sendParts } from '../harness/multipart.ts';
import { tinyDicom } from '../harness/tiny-dicom.ts';
import { begin, examFields } from '../harness/tus.ts';
import { openWorld, type World } from '../harness/world.ts';

const hourMs = 3_600_000;

/** A center's plan against what is stored: warned on the screens, refused here (product, "Quotas"). */
describe('the storage of a plan', () => {
  let world: World;
  let center: CenterCast;
  beforeAll(async () => {
    world = await openWorld();
    const plan = { name: 'Aegean Imaging', number: 1, firstName: 'Μαρία', lastName: 'Παπαδοπούλου' };
    center = await makeCenter(world, await signInAdmin(world), { ...plan, phone: '+306900000001' });
  });
  afterAll(() => world.close());

  const sql = (text: string, values: unknown[] = []) => world.house.portal.db.pool.query(text, values);
  const setQuota = (bytes: number | null) =>
    sql('UPDATE medical_centers SET quota_bytes = $2 WHERE id = $1', [center.id, bytes]);
  const used = async () =>
    Number((await sql('SELECT exam_bytes FROM center_figures WHERE center_id = $1', [center.id])).rows[0].exam_bytes);
  const exam = (seed: number) => tinyDicom({ patientName: 'Παπαδοπούλου^Μαρία', seed });
  const fields = () => fieldParts({ patientId: center.patient.patientId });
  const send = (bytes: Parameters<typeof filePart>[0], headers: Record<string, string> = {}) =>
    sendParts(center.client, [...fields(), filePart(bytes)], headers);

  it('refuses an upload once it is full, with one event and nothing kept', async () => {
    await setQuota(await used());
    const before = await takeStock(world);
    const answer = await send(exam(1));
    expect([answer.status, problemOf(answer).code]).toEqual([413, 'quota_exceeded']);
    expect(problemOf(answer).message).toBe('The storage of your plan is full. Ask the operator for a larger plan.');
    expect(await takeStock(world)).toEqual(before);
    const { rows } = await sql(`SELECT details FROM audit_events WHERE event = 'exam_upload_refused'`);
    expect(rows).toEqual([{ details: { code: 'quota_exceeded' } }]);
  });

  it('refuses what is said to be larger than the room left before a byte of it is read', async () => {
    await setQuota((await used()) + 10_000_000);
    const endless = async function* () {
      yield exam(2);
      for (;;) {
        await wait(10); // only so that the loop does not take the processor from the portal that answers
        yield Buffer.alloc(1);
      }
    };
    const answer = await send(endless(), { 'content-length': '15000000', connection: 'close' });
    expect([answer.status, problemOf(answer).code]).toEqual([413, 'quota_exceeded']);
  });

  it('ends what was begun in time, though the plan is full before its last byte', async () => {
    await setQuota((await used()) + 1);
    const bytes = exam(3);
    const before = await takeStock(world);
    const slowly = async function* () {
      yield bytes.subarray(0, 600);
      await eventually(async () => (await takeStock(world)).files.length > before.files.length);
      await setQuota(1);
      yield bytes.subarray(600);
    };
    expect((await send(slowly())).status).toBe(201);
    expect((await send(exam(4))).status).toBe(413);
  });

  it('answers an upload again whose answer was lost, though it filled the plan itself', async () => {
    await setQuota((await used()) + 1);
    const key = { 'idempotency-key': 'fills the plan' };
    expect((await send(exam(5), key)).status).toBe(201);
    expect((await send(exam(6))).status).toBe(413);
    expect((await send(exam(5), key)).status).toBe(200);
  });

  it('has room again once an exam is withdrawn', async () => {
    await setQuota(await used());
    expect((await send(exam(7))).status).toBe(413);
    await center.client.json('POST', `/api/medical-center/exams/${center.examId}/withdraw`, { reason: 'Repeated' });
    expect((await send(exam(7))).status).toBe(201);
  });

  describe('and the uploads of a day', () => {
    const setUsed = (used: number) => sql('UPDATE upload_days SET used = $2 WHERE center_id = $1', [center.id, used]);
    const usedToday = async () =>
      (await sql('SELECT used FROM upload_days WHERE center_id = $1 ORDER BY day DESC LIMIT 1', [center.id])).rows[0]
        .used;
    const parted = (more: Record<string, string> = {}) =>
      begin(center.client, 5_000, examFields(center.patient.patientId, more));
    const spent = 'Your center has used up its uploads of today. Go on tomorrow, or ask the operator for more.';

    // into the first hour of the next day, so that none of them runs over a day's end
    beforeAll(async () => {
      const now = world.clock.now();
      const dayAfter = (hours: number) => dayIn(world.config.timeZone, new Date(now.getTime() + hours * hourMs));
      let hours = 1;
      while (dayAfter(hours) === dayAfter(0)) hours += 1;
      world.clock.advance(hours * hourMs);
      const { centerId, password } = center;
      await center.client.signIn(routes.auth.centerLogin.path, { centerId, password });
      await setQuota(null);
      expect((await send(exam(19))).status).toBe(201);
    });

    it('are counted once each, whichever way they come and however often they go on', async () => {
      await setQuota(null);
      const before = await usedToday();
      expect((await send(exam(20))).status).toBe(201);
      const key = { uploadKey: 'day-1' };
      for (const _ of [1, 2, 3]) expect((await parted(key)).status).toBe(201);
      await Promise.all([1, 2, 3].map(() => parted({ uploadKey: 'day-2' })));
      expect(await usedToday()).toBe(before + 3);
    });

    it('are two hundred, of all that come at once, and the next is refused before a byte of it', async () => {
      await setUsed(198);
      const answers = await Promise.all([1, 2, 3, 4, 5].map(() => parted()));
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 429, 429, 429]);
      expect(await usedToday()).toBe(200);
      const before = await takeStock(world);
      const answer = await send(exam(21));
      expect([answer.status, problemOf(answer).code, problemOf(answer).message]).toEqual([429, 'rate_limited', spent]);
      expect(await takeStock(world)).toEqual(before);
      const again = await parted({ uploadKey: 'day-1' });
      expect([again.status, await usedToday()]).toEqual([201, 200]);
    });

    it('begin anew with the next day, which the refusal names', async () => {
      const { centerId, password } = center;
      const seconds = Number((await parted()).headers.get('retry-after'));
      const early = Math.max(0, seconds - 30);
      for (const [passed, status] of [
        [early, 429],
        [seconds - early + 1, 201],
      ] as const) {
        world.clock.advance(passed * 1_000);
        await center.client.signIn(routes.auth.centerLogin.path, { centerId, password });
        expect((await parted()).status).toBe(status);
      }
      expect(await usedToday()).toBe(1);
    });
  });
});

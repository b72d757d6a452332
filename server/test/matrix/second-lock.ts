import { afterAll, beforeAll, expect } from 'vitest';
import { type CenterCast, phoneA, phoneB } from '../harness/cast.ts';
import { inTurn } from '../harness/depth.ts';
import { begun, examFields } from '../harness/tus.ts';
import { type CastWorld, openCastWorld } from '../harness/world.ts';
import { prepareExams } from '../imaging/prepare-exams.ts';
import { liveGrants } from './live-grants.ts';
import { type Foreign, LyingAuthorization } from './lying-authorization.ts';
import { asks, dicomWebAsks, type Endable, harmTo, tracesOf } from './second-lock-asks.ts';
import type { Answer, Ask } from './send.ts';
import { type SignedActor, Stage } from './stage.ts';

const callers = [
  'center_a',
  'center_b',
  'doctor_unverified',
  'doctor_unsubscribed',
  'doctor_no_consent',
  'doctor_consent',
  'doctor_denied',
  'doctor_expired',
  'doctor_revoked',
] as const satisfies SignedActor[];
type CallerName = (typeof callers)[number];

/** A portal whose authorization can be told to lie, and what may be harmed in it. */
export interface LyingWorld {
  lying: LyingAuthorization;
  world: CastWorld;
  stage: Stage;
  endable: Endable;
}

/** Opens one for the tests around it. */
export function openLyingWorld(): () => LyingWorld {
  let opened: LyingWorld | undefined;
  beforeAll(async () => {
    const lying = new LyingAuthorization();
    const world = await openCastWorld({ parts: { authorization: lying }, connections: 4 });
    await prepareExams(world);
    const uploads = new Map<string, string>();
    for (const { id, client, patient } of [world.cast.centerA, world.cast.centerB])
      uploads.set(id, await begun(client, 1_000, examFields(patient.patientId)));
    const grants = await liveGrants(world, 'Holder');
    opened = { lying, world, stage: new Stage(world), endable: { uploads, grants } };
  });
  afterAll(async () => {
    opened?.stage.close();
    await opened?.world.close();
  });
  return () => {
    if (opened === undefined) throw new Error('The world did not open.');
    return opened;
  };
}

export const lies = [
  ['foreign', 'A'],
  ['foreign', 'B'],
  ['unchecked', 'A'],
  ['unchecked', 'B'],
] as const;
type Lie = (typeof lies)[number];

/** About whom a lie is told: each caller gets one of the caller’s lies in `npm test`, the next caller the next one; all in the deep run. */
export function callersOf(...[kind, tenant]: Lie): CallerName[] {
  return callers.filter((caller, turn) => {
    const own = lies.filter((lie) => isLieOfItsOwn(caller, lie[0], lie[1]));
    return inTurn(turn, own).some((lie) => lie[0] === kind && lie[1] === tenant);
  });
}

/** Sends a caller's requests to every data route while the portal is told a lie: nothing of a stranger's is given, and nothing changes. */
export async function expectNothingByLie(
  { world, stage, lying, endable }: LyingWorld,
  caller: CallerName,
  [kind, tenant]: Lie,
): Promise<void> {
  const client = await stage.client(caller);
  const strangers = strangersOf(world, caller);
  const before = await holdings(stage, strangers);
  lying.tell({ kind, foreign: foreignOf(world, caller, tenant) });
  const statuses: number[] = [];
  try {
    const harm = strangers.flatMap(({ center, seed }) => [...harmTo(center, endable), ...dicomWebAsks(center, seed)]);
    for (const ask of shareOf(caller, [...asks(world), ...harm])) {
      const headers = { ...client.credentials('bearer'), ...ask.headers };
      const answer = await stage.send({ ...ask, headers });
      statuses.push(answer.status);
      expectNothingOf(strangers, answer, ask);
    }
  } finally {
    lying.tell({ kind: 'honest' });
  }
  expect(statuses, 'the lie reached the routes').toContain(200);
  expect(await holdings(stage, strangers)).toEqual(before);
}

/** What a caller sends: in `npm test` a center all of it, and each doctor a third, the next doctor the next one. */
function shareOf(caller: CallerName, all: readonly Ask[]): readonly Ask[] {
  if (caller.startsWith('center')) return all;
  const thirds = [0, 1, 2].map((third) => all.filter((_, place) => place % 3 === third));
  return inTurn(callers.indexOf(caller), thirds).flat();
}

/** Which tenants are strangers to a caller: all but a center's own, and but that of a patient who consented. */
function strangersOf({ cast }: CastWorld, caller: CallerName): { center: CenterCast; phone: string; seed: number }[] {
  const a = { center: cast.centerA, phone: phoneA, seed: 1 };
  const b = { center: cast.centerB, phone: phoneB, seed: 2 };
  switch (caller) {
    case 'center_b':
      return [a];
    case 'center_a':
    case 'doctor_consent':
    // the subscription is a gate of the application's; the patient's consent stands
    case 'doctor_unsubscribed':
      return [b];
    default:
      return [a, b];
  }
}

/**
 * Whether the scope is one that no other lie makes of the caller’s: a center keeps its own where nothing is checked, and its own is no
 * lie; a doctor’s foreign one is another doctor’s, whatever the center.
 */
function isLieOfItsOwn(caller: CallerName, kind: 'foreign' | 'unchecked', tenant: 'A' | 'B'): boolean {
  switch (caller) {
    case 'center_a':
      return tenant === 'B';
    case 'center_b':
      return tenant === 'A';
    default:
      return kind === 'unchecked' || tenant === 'A';
  }
}

export function foreignOf({ cast }: CastWorld, caller: CallerName, tenant: 'A' | 'B'): Foreign {
  return {
    centerId: (tenant === 'A' ? cast.centerA : cast.centerB).id,
    doctorId: (caller === 'doctor_consent' ? cast.doctors.noConsent : cast.doctors.consent).id,
  };
}

function expectNothingOf(strangers: { center: CenterCast; phone: string }[], answer: Answer, ask: Ask): void {
  const seen = JSON.stringify(answer.headers) + answer.text;
  for (const { center, phone } of strangers)
    for (const trace of tracesOf(center, phone)) expect(seen, `${ask.method} ${ask.path}`).not.toContain(trace);
}

/** How many rows of each kind there are of the strangers: a lie must not add, change or remove one. */
async function holdings(stage: Stage, strangers: { center: CenterCast }[]): Promise<unknown[]> {
  const centers = strangers.map(({ center }) => center.id);
  return await Promise.all(
    ['patients', 'exams', 'exam_objects', 'uploads', 'patient_access'].map((table) =>
      stage.sql(
        `SELECT md5(string_agg(t::text, '|' ORDER BY t.id)) AS hash FROM ${table} t WHERE center_id = ANY ($1)`,
        [centers],
      ),
    ),
  );
}

import type { Route } from '@medcloud/contract/route';
import { afterAll, beforeAll, expect } from 'vitest';
import { inTurn } from '../harness/depth.ts';
import { begun, examFields } from '../harness/tus.ts';
import { openCastWorld } from '../harness/world.ts';
import { prepareExams } from '../imaging/prepare-exams.ts';
import { liveGrants } from './live-grants.ts';
import { type Actor, actors, allRoutes } from './rows.ts';
import { type Answer, masked } from './send.ts';
import { Stage } from './stage.ts';
import { addressWith, type Sweep, type SweptWorld, sweeps } from './sweeps.ts';

/** Routes with a path parameter. */
export const swept = allRoutes.filter((route) => route.path.includes('{'));

/** Opens a portal to sweep for the tests around it. */
export function openSweptWorld(): () => SweptWorld {
  let opened: SweptWorld | undefined;
  beforeAll(async () => {
    const world = await openCastWorld({ connections: 4 });
    await prepareExams(world);
    const uploads = new Map<string, string>();
    for (const { id, client, patient } of [world.cast.centerA, world.cast.centerB])
      uploads.set(id, (await begun(client, 1_000, examFields(patient.patientId))).split('/').at(-1) ?? '');
    const grants = await liveGrants(world, 'Sweeper');
    const stage = new Stage(world);
    const notFound = masked(await stage.send({ method: 'GET', path: '/api/does-not-exist' }));
    opened = { world, stage, uploads, grants, notFound };
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

const longSegment = 'x'.repeat(10 * 1_024);
const strange = [
  '../',
  '..',
  '%2e%2e%2f',
  '%00',
  'a%00b',
  '%',
  '%ff',
  longSegment,
  '-1',
  'NaN',
  'null',
  '%27%20OR%201=1',
];

/** DICOMweb has many addresses for one rule: what can be no id is tried there by whoever could make a difference. */
const few: readonly Actor[] = ['anonymous', 'center_a', 'doctor_no_consent'];
const others = actors.filter((actor) => !few.includes(actor));

const isDicomWeb = ({ path }: Route) => path.startsWith('/dicom-web/');
const placeOf = ({ path, method }: Route) => swept.findIndex((route) => route.path === path && route.method === method);

/** Who sweeps an address: everybody; in `npm test` at one of DICOMweb's whoever could make a difference, and one more in turn. */
export function sweepersOf(route: Route): readonly Actor[] {
  return isDicomWeb(route) ? [...few, ...inTurn(placeOf(route), others)] : actors;
}

/** Whom a route lets as far as the id. */
const asker: Record<Route['who'], Actor> = {
  anyone: 'anonymous',
  holder: 'anonymous',
  'signed-in': 'center_a',
  admin: 'admin',
  center: 'center_a',
  doctor: 'doctor_no_consent',
  'center-or-doctor': 'doctor_no_consent',
};

/**
 * What can be no id, as one actor tries it at one address: all of it in the deep run. In `npm test` all by one whom the route lets as far as
 * the id; by the others one each, the next actor the next one, and so it is at each address of DICOMweb.
 */
function strangeFor(route: Route, actor: Actor): readonly string[] {
  if (isDicomWeb(route) && !few.includes(actor)) return [];
  if (!isDicomWeb(route) && actor === asker[route.who]) return strange;
  return inTurn(placeOf(route) * few.length + actors.indexOf(actor), strange);
}

/** A foreign id and an unknown one are answered alike, and what is no id as an unknown one. */
export async function expectSwept(place: SweptWorld, route: Route, actor: Actor): Promise<void> {
  const sweep = sweeps[route.path];
  if (!sweep) throw new Error('No ids are known for it.');
  const ask = (id: string) => send(place, actor, route, sweep, id);
  const unknown = await ask(sweep.unknown());
  const foreign = await ask(sweep.foreign(place, actor));
  expect(unknown.status).toBeOneOf([401, 403, 404]);
  expect({ status: foreign.status, body: masked(foreign) }).toEqual({ status: unknown.status, body: masked(unknown) });
  for (const value of strangeFor(route, actor)) {
    const answer = await ask(value);
    const seen = `${value.slice(0, 40)}: ${answer.text.slice(0, 200)}`;
    // who may not ask at all is told so before the id is looked at, unless the router itself finds nothing
    expect(answer.status, seen).toBeOneOf([404, unknown.status]);
    expect(masked(answer), seen).toBe(answer.status === 404 ? place.notFound : masked(unknown));
  }
}

async function send(
  { stage }: SweptWorld,
  actor: Actor,
  { path, method }: Route,
  { json }: Sweep,
  id: string,
): Promise<Answer> {
  const headers = actor === 'anonymous' ? {} : (await stage.client(actor)).credentials('bearer');
  const body = method === 'GET' || json === undefined ? {} : { json };
  return await stage.send({ method, path: addressWith(path, id), headers, ...body });
}

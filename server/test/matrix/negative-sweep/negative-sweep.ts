import type { Route } from '@medcloud/contract/route';
import { afterAll, beforeAll, expect } from 'vitest';
import { isDeep, selectByTurn } from '../../harness/depth.ts';
import { startTestAppWithFixtures } from '../../harness/start-test-app.ts';
import { indexExams } from '../../imaging/index-exams.ts';
import { MatrixFixture } from '../matrix-fixture.ts';
import { parameterOf, requestTo } from '../path-parameters.ts';
import { type Actor, actors, allRoutes } from '../rows.ts';
import { masked } from '../send.ts';
import { createTenants, type Tenants } from '../tenants.ts';

/** Routes with a path parameter. */
export const parameterRoutes = allRoutes.filter((route) => route.path.includes('{'));

/** The portal under test, and both tenants. */
interface SweepFixture {
  matrixFixture: MatrixFixture;
  tenants: Tenants;
  /** Body of the response to an unknown path. */
  notFound: string;
}

/** Starts a portal for the sweep before the surrounding tests. Returns a function that gets the fixture. */
export function createSweepFixture(): () => SweepFixture {
  let opened: SweepFixture | undefined;
  beforeAll(async () => {
    const testApp = await startTestAppWithFixtures({ connections: 4 });
    await indexExams(testApp);
    const tenants = await createTenants(testApp, 'Sweeper');
    const matrixFixture = new MatrixFixture(testApp);
    const notFound = masked(await matrixFixture.send({ method: 'GET', path: '/api/does-not-exist' }));
    opened = { matrixFixture, tenants, notFound };
  });
  afterAll(async () => {
    opened?.matrixFixture.close();
    await opened?.matrixFixture.testApp.close();
  });
  return () => {
    if (opened === undefined) throw new Error('The test app did not start.');
    return opened;
  };
}

const longSegment = 'x'.repeat(10 * 1_024);
const malformedIds = [
  '../../',
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

/** Actors with different rights, who try every route. */
const keyActors: readonly Actor[] = ['anonymous', 'center_a', 'doctor_no_consent'];

const isDicomWeb = ({ path }: Route) => path.startsWith('/dicom-web/');
const indexOfRoute = ({ path, method }: Route) =>
  parameterRoutes.findIndex((route) => route.path === path && route.method === method);

/** The actor whose request reaches the check of the id, by route access. */
const allowedActor: Record<Route['access'], Actor> = {
  anyone: 'anonymous',
  holder: 'anonymous',
  'signed-in': 'center_a',
  admin: 'admin',
  center: 'center_a',
  doctor: 'doctor_no_consent',
  'center-or-doctor': 'doctor_no_consent',
};

/**
 * Returns the actors for a route: all of them in the deep run. In `npm test` the key actors and the allowed one: the
 * matrix sends each route's rows by every kind of actor.
 */
export const actorsFor = (route: Route): readonly Actor[] =>
  actors.filter((actor) => isDeep || keyActors.includes(actor) || actor === allowedActor[route.access]);

/** Neighboring routes of `npm test` after which every malformed id was tried. */
const malformedTurns = 3;

/**
 * Returns the malformed ids for one actor and route: all in the deep run. In `npm test` the allowed actor tries a third
 * of them, and each other actor one, in rotation. On DICOMweb routes, which are many for one rule, each key actor tries
 * one.
 */
function malformedIdsFor(route: Route, actor: Actor): readonly string[] {
  if (isDicomWeb(route) && !keyActors.includes(actor)) return [];
  const turn = indexOfRoute(route);
  if (!isDicomWeb(route) && actor === allowedActor[route.access])
    return malformedIds.filter((_, index) => isDeep || index % malformedTurns === turn % malformedTurns);
  return selectByTurn(turn * keyActors.length + actors.indexOf(actor), malformedIds);
}

/** Expects the same response for a foreign and an unknown id, and for a malformed id that of an unknown one or 404. */
export async function expectSameNotFound(fixture: SweepFixture, route: Route, actor: Actor): Promise<void> {
  const parameter = parameterOf(route);
  if (parameter === undefined) throw new Error(`No ids are defined for ${route.path}.`);
  const { matrixFixture, tenants, notFound } = fixture;
  // A session may send 600 requests a minute, which a fast machine would exceed. The queue need not poll for it.
  matrixFixture.testApp.clock.advance(500);
  const foreignTenant = actor === 'center_b' ? tenants.a : tenants.b;
  const headers = actor === 'anonymous' ? {} : (await matrixFixture.client(actor)).credentials('bearer');
  const request = (id: string) => matrixFixture.send({ ...requestTo(route, id, foreignTenant.seed), headers });
  const unknown = await request(parameter.unknown());
  const foreign = await request(parameter.of(foreignTenant));
  expect(unknown.status).toBeOneOf([401, 403, 404]);
  expect({ status: foreign.status, body: masked(foreign) }).toEqual({ status: unknown.status, body: masked(unknown) });
  for (const value of malformedIdsFor(route, actor)) {
    const response = await request(value);
    const seen = `${value.slice(0, 40)}: ${response.text.slice(0, 200)}`;
    // An unauthorized actor is rejected before the id is checked, unless the router itself returns 404.
    expect(response.status, seen).toBeOneOf([404, unknown.status]);
    expect(masked(response), seen).toBe(response.status === 404 ? notFound : masked(unknown));
  }
}

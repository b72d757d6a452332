import type { Route } from '@medcloud/contract/route';
import { describe, expect, it } from 'vitest';
import { parameterOf, requestTo } from '../path-parameters.ts';

import { masked, type RequestSpec } from '../send.ts';
import { createSweepFixture, parameterRoutes } from './negative-sweep.ts';

/** Input that a route may refuse before it looks up the record of its address, without an event of a denial. */
const inputs: Record<string, (request: RequestSpec) => RequestSpec> = {
  'an unknown media type': (request) => ({ ...request, headers: { accept: 'games/none' } }),
  'an unknown query': (request) => ({ ...request, path: `${request.path}?limit=x&format=x&part=x&quality=x&window=x` }),
  'another body': (request) => (request.method === 'GET' ? request : { ...request, json: ['x'] }),
  'an encoded body': (request) => ({ ...request, headers: { 'content-encoding': 'gzip' } }),
};

/** A refusal without an event tells nothing of a record: docs/audit-log.md, "Events". */
describe('the negative sweep with refused input', () => {
  const getFixture = createSweepFixture();

  const isDataRoute = ({ access }: Route) => ['center', 'doctor', 'center-or-doctor'].includes(access);
  const routes = parameterRoutes.filter(isDataRoute).map((route) => [route.method, route.path, route] as const);
  it.each(routes)('%s %s answers alike for a foreign and an unknown id', async (_method, _path, route) => {
    const { matrixFixture, tenants } = getFixture();
    const parameter = parameterOf(route);
    if (parameter === undefined) throw new Error(`No ids are defined for ${route.path}.`);
    const { access } = route;
    const actor = access === 'center' ? 'center_a' : 'doctor_no_consent';
    const credentials = (await matrixFixture.client(actor)).credentials('bearer');
    for (const [name, change] of Object.entries(inputs)) {
      matrixFixture.testApp.clock.advance(500);
      const send = async (id: string) => {
        const request = change(requestTo(route, id, tenants.b.seed));
        const response = await matrixFixture.send({ ...request, headers: { ...credentials, ...request.headers } });
        return { status: response.status, body: masked(response) };
      };
      const unknown = await send(parameter.unknown());
      expect(unknown.status, name).toBeOneOf([400, 404, 406, 415, 422]);
      expect(await send(parameter.of(tenants.b)), name).toEqual(unknown);
    }
  });
});

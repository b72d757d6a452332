import { routes } from '@medcloud/contract';
import { expect } from 'vitest';
import { createBreach } from '../../breaches/create-breach.ts';
import { type Attempt, plain, type Variants } from '../attempt.ts';
import { factsOf } from '../rows.ts';
import { jsonOf, type RequestSpec } from '../send.ts';

const register = routes.breaches;
const path = register.breaches.path;

/** B1: opens a record, a new one for each row of the administrator. Other actors may not see it. */
async function newBreach({ actor, fixture }: Attempt): Promise<string> {
  const [any] = actor === 'admin' ? [] : await fixture.sql('SELECT id FROM breaches LIMIT 1');
  if (any) return String(any.id);
  return (await createBreach(await fixture.client('admin'), { highRisk: false })).id;
}

type ChangeRoute = (typeof register)['changeBreach' | 'breachNotified' | 'breachNotNeeded' | 'closeBreach'];

/** A call of a route with its valid body, about a record. */
const change = (route: ChangeRoute, id: string): RequestSpec => ({
  method: route.method,
  path: route.path.replace('{id}', id),
  json: factsOf(route).body,
});
const get = (id: string, rest = ''): RequestSpec => ({ method: 'GET', path: `${path}/${id}${rest}` });

export const breaches: Variants = {
  [`POST ${path} default`]: plain(
    () => ({ method: 'POST', path, json: factsOf(register.openBreach).body }),
    (response) => expect(jsonOf(response)).toMatchObject({ breach: { state: 'open' } }),
  ),
  [`GET ${path}/{B1} default`]: plain(async (attempt) => get(await newBreach(attempt))),
  [`PATCH ${path}/{B1} default`]: plain(async (attempt) => change(register.changeBreach, await newBreach(attempt))),
  [`GET ${path}/{B1}/extent default`]: plain(async (attempt) => get(await newBreach(attempt), '/extent')),
  [`GET ${path}/{B1}/patients default`]: plain(
    async (attempt) => get(await newBreach(attempt), '/patients'),
    (response, { fixture }) => expect(response.text).not.toContain(fixture.testApp.fixtures.centerA.patient.lastName),
  ),
  [`GET ${path}/{B1}/drafts default`]: plain(async (attempt) => get(await newBreach(attempt), '/drafts')),
  [`POST ${path}/{B1}/notified default`]: plain(async (attempt) => {
    const spec = change(register.breachNotified, await newBreach(attempt));
    return { ...spec, json: { notice: 'authority', at: attempt.fixture.testApp.clock.now().toISOString() } };
  }),
  [`POST ${path}/{B1}/not-needed default`]: plain(async (attempt) =>
    change(register.breachNotNeeded, await newBreach(attempt)),
  ),
  [`POST ${path}/{B1}/close default`]: plain(async (attempt) => {
    const id = await newBreach(attempt);
    if (attempt.actor !== 'admin') return change(register.closeBreach, id);
    const body = { notice: 'authority', reason: 'Κρυπτογραφημένα δεδομένα.' } as const;
    const admin = await attempt.fixture.client('admin');
    await admin.call(register.breachNotNeeded, { params: { id }, body });
    return change(register.closeBreach, id);
  }),
};

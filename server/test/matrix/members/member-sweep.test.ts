import { routes } from '@medcloud/contract';
import type { Route } from '@medcloud/contract/route';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type JoinedMember, joinMember } from '../../centers/members/join-member.ts';
import { startTestAppWithFixtures, type TestAppWithFixtures } from '../../harness/start-test-app.ts';
import { MatrixFixture } from '../matrix-fixture.ts';
import { parameterOf, requestTo } from '../path-parameters.ts';
import { allRoutes } from '../rows.ts';
import type { TestResponse } from '../send.ts';

const ofCenters = allRoutes.filter(({ needs }) => needs !== undefined);
const signedIn = allRoutes.filter(({ access }) => access !== 'anyone' && access !== 'holder');

/** Every route with credentials that open none, or few. */
describe('the members of a center whose rights ended, and their tokens', () => {
  let testApp: TestAppWithFixtures;
  let fixture: MatrixFixture;
  const people = new Map<string, JoinedMember>();
  const tokens = new Map<string, string>();
  beforeAll(async () => {
    testApp = await startTestAppWithFixtures();
    fixture = new MatrixFixture(testApp);
    const owner = testApp.fixtures.centerA.client;
    for (const name of ['suspended', 'ended', 'active']) {
      const person = await joinMember(testApp, testApp.fixtures.centerA, ['owner'], name);
      people.set(name, person);
      const made = await person.client.call(routes.account.makeApiToken, { body: { name: 'PACS', days: 30 } });
      tokens.set(name, made.token);
      const params = { id: person.member.id };
      if (name === 'suspended') await owner.call(routes.team.suspendMember, { params });
      if (name === 'ended') await owner.call(routes.team.endMember, { params });
    }
  });
  afterAll(async () => {
    fixture.close();
    await testApp.close();
  });

  /** About the center's own records, which the member could reach. */
  const sendTo = (route: Route, headers: Record<string, string>): Promise<TestResponse> => {
    const { centerA } = testApp.fixtures;
    const parameter = parameterOf(route);
    const tenant = { center: centerA, phone: '', seed: 1, uploadId: '', grantId: '', memberId: '' };
    const id = (parameter?.of(tenant) || parameter?.unknown()) ?? '';
    return fixture.send({ ...requestTo(route, id, 1), headers });
  };

  it.each(['suspended', 'ended'])('have no session on any route once they are %s', async (name) => {
    const { client } = people.get(name) ?? expect.fail();
    for (const [turn, route] of (name === 'suspended' ? signedIn : ofCenters).entries()) {
      testApp.clock.advance(500);
      const response = await sendTo(route, client.credentials(turn % 2 === 0 ? 'bearer' : 'cookie'));
      expect(response.status, `${route.method} ${route.path}: ${response.text}`).toBe(401);
    }
  });

  it.each(['suspended', 'ended'])('have no token on any route once they are %s', async (name) => {
    for (const route of ofCenters) {
      const response = await sendTo(route, { authorization: `Bearer ${tokens.get(name)}` });
      expect(response.status, `${route.method} ${route.path}: ${response.text}`).toBe(401);
    }
  });

  it('open the images alone with a token', async () => {
    let opened = 0;
    for (const route of signedIn) {
      testApp.clock.advance(500);
      const response = await sendTo(route, { authorization: `Bearer ${tokens.get('active')}` });
      const isOpen = route.path.startsWith('/dicom-web/');
      opened += isOpen ? 1 : 0;
      if (isOpen) expect(response.status, `${route.path}: ${response.text}`).toBeOneOf([200, 400, 404, 406, 409]);
      else expect(response.status, `${route.method} ${route.path}`).toBe(401);
    }
    expect(opened).toBeGreaterThan(20);
  });
});

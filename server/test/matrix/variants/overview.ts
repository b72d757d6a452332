import { routes } from '@medcloud/contract';
import { expect } from 'vitest';
import { codeIn } from '../../harness/outbox.ts';
import { plain, type Variant, type Variants } from '../attempt.ts';
import type { Link, MatrixFixture } from '../matrix-fixture.ts';
import { jsonOf, type RequestSpec } from '../send.ts';

const unknownToken = 'AAAAAAAAAAAAAAAAAAAAAAAAAAA';
const { openOverview, overview, changeOverviewGrant, revokeOverviewGrant } = routes.patientAccess;

/** The opened list of a phone's grants, and the one grant in it. */
interface OpenedOverview {
  overviewToken: string;
  grantId: string;
}

const maxSharedMs = 4 * 60_000;
/** Rows of one route share a list, by the portal's clock. */
const opened = new WeakMap<MatrixFixture, Map<string, OpenedOverview & { openedAt: number }>>();

async function requestCode({ testApp }: MatrixFixture, { token, phone }: Link): Promise<string> {
  const before = await testApp.outbox.countSms(phone);
  await testApp.anonymous.json('POST', openOverview.path, { accessToken: token });
  return codeIn((await testApp.outbox.nextSms(phone, before)).text);
}

async function sharedOverview(fixture: MatrixFixture, route: string): Promise<OpenedOverview> {
  const { anonymous, clock } = fixture.testApp;
  const shared = opened.get(fixture) ?? new Map();
  opened.set(fixture, shared);
  const known = shared.get(route);
  if (known && clock.now().getTime() - known.openedAt < maxSharedMs) return known;
  const link = await fixture.grantedLink();
  const body = { accessToken: link.token, code: await requestCode(fixture, link) };
  const { overviewToken } = await anonymous.call(openOverview, { body });
  const { grants } = await anonymous.call(overview, { body: { overviewToken } });
  const fresh = { overviewToken, grantId: String(grants[0]?.id), openedAt: clock.now().getTime() };
  shared.set(route, fresh);
  return fresh;
}

const post = (path: string, json: object): RequestSpec => ({ method: 'POST', path, json: { ...json } });

/** Of a route of the list: on the opened list of a phone, and by a secret that nobody has. */
const ofList = (
  path: string,
  request: (opened: OpenedOverview) => object,
  demand: NonNullable<Variant['demand']>,
): Variants => ({
  [`POST ${path} valid_token`]: plain(
    async ({ fixture }) => post(path, request(await sharedOverview(fixture, path))),
    demand,
  ),
  [`POST ${path} unknown_token`]: plain(async ({ fixture }) => {
    const { grantId } = await sharedOverview(fixture, path);
    return post(path, request({ overviewToken: unknownToken, grantId }));
  }),
});

/** All grants of a phone, after a code. */
export const overviews: Variants = {
  [`POST ${openOverview.path} without_code`]: plain(async ({ fixture }) => {
    const { token } = await fixture.sharedGrantedLink();
    await fixture.sql('DELETE FROM link_codes WHERE used_at IS NULL');
    return post(openOverview.path, { accessToken: token });
  }),
  [`POST ${openOverview.path} valid_code`]: plain(async ({ fixture }) => {
    const link = await fixture.grantedLink();
    return post(openOverview.path, { accessToken: link.token, code: await requestCode(fixture, link) });
  }),
  [`POST ${openOverview.path} unknown_token`]: plain(() => post(openOverview.path, { accessToken: unknownToken })),
  ...ofList(
    overview.path,
    ({ overviewToken }) => ({ overviewToken }),
    (response) => expect(jsonOf(response)).toMatchObject({ grants: [{ name: 'Άννα Δ.' }] }),
  ),
  ...ofList(
    changeOverviewGrant.path,
    ({ overviewToken, grantId }) => ({ overviewToken, grantId, examTypes: ['ct'] }),
    (response) => expect(jsonOf(response)).toMatchObject({ status: 'granted', examTypes: ['ct'] }),
  ),
  ...ofList(
    revokeOverviewGrant.path,
    ({ overviewToken, grantId }) => ({ overviewToken, grantId }),
    (response) => expect(jsonOf(response)).toMatchObject({ status: 'revoked' }),
  ),
};

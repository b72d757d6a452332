import { createApiClient } from '@medcloud/contract/api-client';
import type { CallInput, Reply } from '@medcloud/contract/route';
import type * as routes from '@medcloud/contract/routes/patient-access';

// Only types are imported from the routes: their shapes would add zod, 30 kB gzip of the consent page's 110. The server
// has validated each reply with the same shape before sending it.
const paths = {
  lookup: '/api/patient-access/lookup',
  respond: '/api/patient-access/respond',
  change: '/api/patient-access/change',
  revoke: '/api/patient-access/revoke',
  blockLookup: '/api/patient-access/block-lookup',
  block: '/api/patient-access/block',
  openOverview: '/api/patient-access/overview',
  overview: '/api/patient-access/overview/grants',
  changeOverviewGrant: '/api/patient-access/overview/change',
  revokeOverviewGrant: '/api/patient-access/overview/revoke',
} as const satisfies { [Name in keyof typeof routes]: (typeof routes)[Name]['path'] };

const api = createApiClient();

async function post(path: string, input: { body: unknown }) {
  const route = { method: 'POST', path, access: 'holder', rate: 'consent', summary: '', source: '' } as const;
  const response = await api.send(route, input);
  return response.json();
}

/** Gets the link's content, its state and its access log. The token is sent only in request bodies. */
export function lookUpLink(accessToken: string): Promise<Reply<typeof routes.lookup>> {
  return post(paths.lookup, { body: { accessToken } });
}

/** Gets the same with the page of the log after `logAfter`, the cursor of an earlier reply. */
export function getNextLogPage(accessToken: string, logAfter: string): Promise<Reply<typeof routes.lookup>> {
  return post(paths.lookup, { body: { accessToken, logAfter } });
}

/** Sends the patient's yes or no. */
export function respondToRequest(
  body: CallInput<typeof routes.respond>['body'],
): Promise<Reply<typeof routes.respond>> {
  return post(paths.respond, { body });
}

/** Changes the duration or exam types of one person's grant. */
export function changeGrant(body: CallInput<typeof routes.change>['body']): Promise<Reply<typeof routes.change>> {
  return post(paths.change, { body });
}

/** Revokes consent for the named persons. */
export function revokeGrants(body: CallInput<typeof routes.revoke>['body']): Promise<Reply<typeof routes.revoke>> {
  return post(paths.revoke, { body });
}

/** Gets the doctor whom the link in a code's SMS would block, and whether the block exists. */
export function lookUpBlock(accessToken: string): Promise<Reply<typeof routes.blockLookup>> {
  return post(paths.blockLookup, { body: { accessToken } });
}

/** Blocks further requests of that doctor. */
export function blockDoctor(accessToken: string): Promise<Reply<typeof routes.block>> {
  return post(paths.block, { body: { accessToken } });
}

/** Opens the list of all grants of the phone, with the code that was sent to it. */
export function openOverview(
  body: CallInput<typeof routes.openOverview>['body'],
): Promise<Reply<typeof routes.openOverview>> {
  return post(paths.openOverview, { body });
}

/** Gets a page of that list, after the grant `cursor` of an earlier reply. */
export function getOverview(body: CallInput<typeof routes.overview>['body']): Promise<Reply<typeof routes.overview>> {
  return post(paths.overview, { body });
}

/** Changes the duration or exam types of one grant of that list. */
export function changeOverviewGrant(
  body: CallInput<typeof routes.changeOverviewGrant>['body'],
): Promise<Reply<typeof routes.changeOverviewGrant>> {
  return post(paths.changeOverviewGrant, { body });
}

/** Revokes one grant of that list. */
export function revokeOverviewGrant(
  body: CallInput<typeof routes.revokeOverviewGrant>['body'],
): Promise<Reply<typeof routes.revokeOverviewGrant>> {
  return post(paths.revokeOverviewGrant, { body });
}

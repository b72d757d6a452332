import { createApiClient } from '@medcloud/contract/api-client';
import type { CallInput, Reply } from '@medcloud/contract/route';
import type * as routes from '@medcloud/contract/routes/patient-access';

// Types alone come from the routes: their shapes would bring zod, 30 kB gzip of the consent page's 110. The server
// has parsed each reply through the same shape before it was sent.
const paths = {
  lookup: '/api/patient-access/lookup',
  respond: '/api/patient-access/respond',
  change: '/api/patient-access/change',
  revoke: '/api/patient-access/revoke',
  blockLookup: '/api/patient-access/block-lookup',
  block: '/api/patient-access/block',
} as const satisfies { [Name in keyof typeof routes]: (typeof routes)[Name]['path'] };

const api = createApiClient();

async function post(path: string, input: { body: unknown }) {
  const route = { method: 'POST', path, access: 'holder', rate: 'consent', summary: '', source: '' } as const;
  const response = await api.send(route, input);
  return response.json();
}

/** What the link is about, its state, and who looked at what. The token travels in bodies only. */
export function lookUpLink(accessToken: string): Promise<Reply<typeof routes.lookup>> {
  return post(paths.lookup, { body: { accessToken } });
}

/** The same, with the log that follows what an earlier answer had. */
export function getNextLogPage(accessToken: string, logAfter: string): Promise<Reply<typeof routes.lookup>> {
  return post(paths.lookup, { body: { accessToken, logAfter } });
}

/** The patient's yes or no. */
export function respondToRequest(
  body: CallInput<typeof routes.respond>['body'],
): Promise<Reply<typeof routes.respond>> {
  return post(paths.respond, { body });
}

/** Lengthens or narrows one person's grant. */
export function changeGrant(body: CallInput<typeof routes.change>['body']): Promise<Reply<typeof routes.change>> {
  return post(paths.change, { body });
}

/** Takes consent back for the persons named. */
export function revokeGrants(body: CallInput<typeof routes.revoke>['body']): Promise<Reply<typeof routes.revoke>> {
  return post(paths.revoke, { body });
}

/** Whom the link at the end of a code's message would block, and whether they are blocked. */
export function lookUpBlock(accessToken: string): Promise<Reply<typeof routes.blockLookup>> {
  return post(paths.blockLookup, { body: { accessToken } });
}

/** Keeps that doctor's requests away. */
export function blockDoctor(accessToken: string): Promise<Reply<typeof routes.block>> {
  return post(paths.block, { body: { accessToken } });
}

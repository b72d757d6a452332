import * as z from 'zod';
import { route } from '../route.ts';
import { apiToken, apiTokenRequest, newApiToken } from '../shapes/api-tokens.ts';
import { ok } from '../shapes/common.ts';
import { endSessionsReply, sessionEntry } from '../shapes/sessions.ts';

export const apiTokens = route({
  method: 'GET',
  path: '/api/account/tokens',
  access: 'center-or-doctor',
  rate: 'general',
  summary: 'One’s own API tokens that still work, newest first; never their secrets.',
  source: 'issue DICOMweb, API tokens',
  reply: z.array(apiToken),
});

export const makeApiToken = route({
  method: 'POST',
  path: '/api/account/tokens',
  access: 'center-or-doctor',
  rate: 'general',
  summary: 'Makes a personal API token that reads by DICOMweb; its secret is in this answer alone.',
  source: 'issue DICOMweb, API tokens',
  body: apiTokenRequest,
  status: 201,
  reply: newApiToken,
});

export const revokeApiToken = route({
  method: 'DELETE',
  path: '/api/account/tokens/{id}',
  access: 'center-or-doctor',
  rate: 'general',
  summary: 'Ends a token of one’s own at once; one that has ended stays so.',
  source: 'issue DICOMweb, API tokens',
  reply: ok,
});

export const sessions = route({
  method: 'GET',
  path: '/api/auth/sessions',
  access: 'signed-in',
  rate: 'general',
  summary: 'One’s own sessions that stand, the last seen first, with this one marked; never their secrets.',
  source: 'security 1a, 2.5',
  reply: z.array(sessionEntry),
});

export const endSession = route({
  method: 'DELETE',
  path: '/api/auth/sessions/{id}',
  access: 'signed-in',
  rate: 'general',
  summary: 'Ends a session of one’s own at once, with its downloads and streams; one that has ended stays so.',
  source: 'security 1a, 2.5',
  status: 204,
  ignoresBody: true,
});

export const endOtherSessions = route({
  method: 'POST',
  path: '/api/auth/sessions/end-others',
  access: 'signed-in',
  rate: 'general',
  summary: 'Ends every session of one’s own but the one that asks, and says how many.',
  source: 'security 1a, 2.5',
  reply: endSessionsReply,
});

import * as z from 'zod';
import { limits } from '../limits.ts';
import { route } from '../route.ts';
import { apiToken, apiTokenRequest, newApiToken } from '../shapes/api-tokens.ts';
import { ok } from '../shapes/common.ts';
import { revokedSessionsReply, sessionEntry } from '../shapes/sessions.ts';
import { viewerSettings as viewerSettingsShape } from '../shapes/viewer-settings.ts';

export const apiTokens = route({
  method: 'GET',
  path: '/api/account/tokens',
  access: 'center-or-doctor',
  rate: 'general',
  summary: 'The user’s active API tokens, newest first, without their secrets.',
  source: 'issue DICOMweb, API tokens',
  reply: z.array(apiToken),
});

export const makeApiToken = route({
  method: 'POST',
  path: '/api/account/tokens',
  access: 'center-or-doctor',
  rate: 'general',
  summary: 'Creates a personal API token for DICOMweb. Only this response contains its secret.',
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
  summary: 'Revokes an API token of the user at once. Repeating the call has no effect.',
  source: 'issue DICOMweb, API tokens',
  reply: ok,
});

export const viewerSettings = route({
  method: 'GET',
  path: '/api/account/viewer',
  access: 'center-or-doctor',
  rate: 'general',
  summary: 'What the user chose for the viewer: a layout for each type of exam.',
  source: 'docs/decisions/053',
  reply: viewerSettingsShape,
});

export const changeViewerSettings = route({
  method: 'PUT',
  path: '/api/account/viewer',
  access: 'center-or-doctor',
  rate: 'general',
  summary: 'Replaces what the user chose for the viewer.',
  source: 'docs/decisions/053',
  body: viewerSettingsShape,
  maxBodyBytes: limits.viewerSettingsBytes,
  reply: viewerSettingsShape,
});

export const sessions = route({
  method: 'GET',
  path: '/api/auth/sessions',
  access: 'signed-in',
  rate: 'general',
  summary: 'The user’s active sessions, last used first, with this one marked; without their secrets.',
  source: 'security 1a, 2.5',
  reply: z.array(sessionEntry),
});

export const endSession = route({
  method: 'DELETE',
  path: '/api/auth/sessions/{id}',
  access: 'signed-in',
  rate: 'general',
  summary: 'Ends a session of the user at once, with its downloads and streams. Repeating the call has no effect.',
  source: 'security 1a, 2.5',
  status: 204,
  ignoresBody: true,
});

export const endOtherSessions = route({
  method: 'POST',
  path: '/api/auth/sessions/end-others',
  access: 'signed-in',
  rate: 'general',
  summary: 'Ends all other sessions of the user and returns their number.',
  source: 'security 1a, 2.5',
  reply: revokedSessionsReply,
});

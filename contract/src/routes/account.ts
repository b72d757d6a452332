import * as z from 'zod';
import { limits } from '../limits.ts';
import { route } from '../route.ts';
import { apiToken, apiTokenRequest, newApiToken } from '../shapes/account/api-tokens.ts';
import { notificationChanges, notificationSettings } from '../shapes/account/notifications.ts';
import { revokedSessionsReply, sessionEntry } from '../shapes/account/sessions.ts';
import { viewerSettings as viewerSettingsShape } from '../shapes/account/viewer-settings.ts';
import { ok } from '../shapes/common.ts';
import { accountSecurity, newRecoveryCodes, newTotp, totpConfirmation, totpConfirmed } from '../shapes/factors.ts';
import { addedPasskey, newPasskey, passkeyCreationOptions, passkeyName, passkeyRemoved } from '../shapes/passkeys.ts';

export const apiTokens = route({
  method: 'GET',
  path: '/api/account/tokens',
  access: 'center-or-doctor',
  needs: 'tokens.own',
  rate: 'general',
  summary: 'The user’s active API tokens, newest first, without their secrets.',
  source: 'issue DICOMweb, API tokens',
  reply: z.array(apiToken),
});

export const makeApiToken = route({
  method: 'POST',
  path: '/api/account/tokens',
  access: 'center-or-doctor',
  needs: 'tokens.own',
  rate: 'general',
  summary:
    'Creates a personal API token for DICOMweb. Only this response contains its secret. Its owner is told by mail.',
  source: 'issue DICOMweb, API tokens; issue 20',
  stepUp: true,
  body: apiTokenRequest,
  status: 201,
  reply: newApiToken,
});

export const revokeApiToken = route({
  method: 'DELETE',
  path: '/api/account/tokens/{id}',
  access: 'center-or-doctor',
  needs: 'tokens.own',
  rate: 'general',
  summary: 'Revokes an API token of the user at once. Repeating the call has no effect.',
  source: 'issue DICOMweb, API tokens',
  reply: ok,
});

export const viewerSettings = route({
  method: 'GET',
  path: '/api/account/viewer',
  access: 'center-or-doctor',
  needs: 'membership',
  rate: 'general',
  summary: 'What the user chose for the viewer: a layout for each type of exam.',
  source: 'docs/decisions/053',
  reply: viewerSettingsShape,
});

export const changeViewerSettings = route({
  method: 'PUT',
  path: '/api/account/viewer',
  access: 'center-or-doctor',
  needs: 'membership',
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

export const security = route({
  method: 'GET',
  path: '/api/account/security',
  access: 'signed-in',
  rate: 'general',
  summary: 'How the user’s account is protected beside the password.',
  source: 'issue 20; docs/decisions/079',
  reply: accountSecurity,
  duringSetup: 'factor',
});

export const beginTotp = route({
  method: 'POST',
  path: '/api/account/totp',
  access: 'signed-in',
  rate: 'login',
  summary:
    'Creates the secret of an authenticator app, which counts once a code confirms it. Another unconfirmed one is replaced.',
  source: 'issue 20; docs/decisions/079',
  stepUp: true,
  ignoresBody: true,
  status: 201,
  reply: newTotp,
  duringSetup: 'factor',
});

export const confirmTotp = route({
  method: 'POST',
  path: '/api/account/totp/confirm',
  access: 'signed-in',
  rate: 'login',
  summary:
    'Makes the authenticator app the second factor by its first code, within ten minutes. Recovery codes come with the first factor, only in this response.',
  source: 'issue 20; docs/decisions/079',
  stepUp: true,
  body: totpConfirmation,
  reply: totpConfirmed,
  duringSetup: 'factor',
});

export const removeTotp = route({
  method: 'DELETE',
  path: '/api/account/totp',
  access: 'signed-in',
  rate: 'login',
  summary:
    'Removes the authenticator app. With the last factor the recovery codes end. Repeating the call has no effect.',
  source: 'issue 20; docs/decisions/079',
  stepUp: true,
  ignoresBody: true,
  reply: ok,
});

export const makeRecoveryCodes = route({
  method: 'POST',
  path: '/api/account/recovery-codes',
  access: 'signed-in',
  rate: 'login',
  summary: 'Creates ten new recovery codes, only in this response. Earlier ones end.',
  source: 'issue 20; docs/decisions/079',
  stepUp: true,
  ignoresBody: true,
  status: 201,
  reply: newRecoveryCodes,
  duringSetup: 'factor',
});

export const passkeyCreation = route({
  method: 'POST',
  path: '/api/account/passkeys/options',
  access: 'signed-in',
  rate: 'login',
  summary: 'Returns WebAuthn options for a new passkey of the user. Nothing is stored.',
  source: 'issue 20; docs/decisions/082',
  stepUp: true,
  ignoresBody: true,
  reply: passkeyCreationOptions,
  duringSetup: 'factor',
});

export const addPasskey = route({
  method: 'POST',
  path: '/api/account/passkeys',
  access: 'signed-in',
  rate: 'login',
  summary: 'Adds a passkey to the user’s account. Recovery codes come with the first factor, only in this response.',
  source: 'issue 20; docs/decisions/082',
  stepUp: true,
  body: newPasskey,
  status: 201,
  reply: addedPasskey,
  duringSetup: 'factor',
});

export const renamePasskey = route({
  method: 'PATCH',
  path: '/api/account/passkeys/{id}',
  access: 'signed-in',
  rate: 'general',
  summary: 'Renames a passkey of the user.',
  source: 'issue 20; docs/decisions/082',
  stepUp: true,
  body: passkeyName,
  reply: ok,
});

export const removePasskey = route({
  method: 'DELETE',
  path: '/api/account/passkeys/{id}',
  access: 'signed-in',
  rate: 'login',
  summary:
    'Removes a passkey of the user, and names those left, for the browser. With the last factor the recovery codes end.',
  source: 'issue 20; docs/decisions/082',
  stepUp: true,
  ignoresBody: true,
  reply: passkeyRemoved,
});

export const notifications = route({
  method: 'GET',
  path: '/api/account/notifications',
  access: 'doctor',
  rate: 'general',
  summary: 'When the doctor is mailed about each kind of event: at once, once a day or never.',
  source: 'docs/decisions/088',
  reply: notificationSettings,
});

export const changeNotifications = route({
  method: 'PATCH',
  path: '/api/account/notifications',
  access: 'doctor',
  rate: 'general',
  summary: 'Changes when the doctor is mailed about the kinds that the body names. Returns all.',
  source: 'docs/decisions/088',
  body: notificationChanges,
  reply: notificationSettings,
});

import { route } from '../route.ts';
import * as access from '../shapes/access.ts';

export const lookup = route({
  method: 'POST',
  path: '/api/patient-access/lookup',
  access: 'holder',
  rate: 'consent',
  summary: 'What a consent link asks, its state, and who viewed what. Changes nothing.',
  source: 'shapes, lookup; product, doctor’s path 5',
  body: access.consentLookup,
  reply: access.linkState,
});

export const respond = route({
  method: 'POST',
  path: '/api/patient-access/respond',
  access: 'holder',
  rate: 'consent',
  summary:
    'Records the patient’s grant or denial. Persons not named in a grant are denied. A grant later than 30 minutes after the SMS is 403 and sends a code, with which it is repeated.',
  source: 'shapes, respond',
  body: access.linkResponse,
  reply: access.linkResponseReply,
});

export const change = route({
  method: 'POST',
  path: '/api/patient-access/change',
  access: 'holder',
  rate: 'consent',
  summary:
    'Narrows or extends an active grant. To widen or lengthen it is 403 and sends a code, with which it is repeated.',
  source: 'shapes, change',
  body: access.linkChange,
  reply: access.linkChangeReply,
});

export const revoke = route({
  method: 'POST',
  path: '/api/patient-access/revoke',
  access: 'holder',
  rate: 'consent',
  summary: 'Revokes consent for all persons of the link or those named. Repeating the call has no effect.',
  source: 'shapes, revoke',
  body: access.linkRevocation,
  reply: access.linkRevocationReply,
});

export const blockLookup = route({
  method: 'POST',
  path: '/api/patient-access/block-lookup',
  access: 'holder',
  rate: 'consent',
  summary: 'The doctor whom the link at the end of a code’s SMS would block. Changes nothing.',
  source: 'security 2, attack 13',
  body: access.linkLookup,
  reply: access.blockState,
});

export const block = route({
  method: 'POST',
  path: '/api/patient-access/block',
  access: 'holder',
  rate: 'consent',
  summary:
    'Blocks that doctor’s requests for the number for 90 days, without informing the doctor. Repeating the call has no effect.',
  source: 'security 2, attack 13',
  body: access.linkLookup,
  reply: access.blockReply,
});

export const openOverview = route({
  method: 'POST',
  path: '/api/patient-access/overview',
  access: 'holder',
  rate: 'consent',
  summary:
    'Opens the list of all grants of the link’s phone, over all centers, for 20 minutes. Without a code it is 403 and sends one, with which it is repeated.',
  source: 'security 2.1; product, doctor’s path 5',
  body: access.overviewOpening,
  reply: access.overviewSession,
});

export const overview = route({
  method: 'POST',
  path: '/api/patient-access/overview/grants',
  access: 'holder',
  rate: 'consent',
  summary: 'Active and past grants of the patients with that phone. Changes nothing.',
  source: 'security 2.1; product, doctor’s path 5',
  body: access.overviewRequest,
  reply: access.overview,
});

export const changeOverviewGrant = route({
  method: 'POST',
  path: '/api/patient-access/overview/change',
  access: 'holder',
  rate: 'consent',
  summary: 'Narrows, widens, shortens or extends one active grant of that list.',
  source: 'security 2.1; product, doctor’s path 5',
  body: access.overviewChange,
  reply: access.overviewGrantState,
});

export const revokeOverviewGrant = route({
  method: 'POST',
  path: '/api/patient-access/overview/revoke',
  access: 'holder',
  rate: 'consent',
  summary: 'Revokes one grant of that list. Repeating the call has no effect.',
  source: 'security 2.1; product, doctor’s path 5',
  body: access.overviewRevocation,
  reply: access.overviewGrantState,
});

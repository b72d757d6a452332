import { route } from '../route.ts';
import * as access from '../shapes/access.ts';

export const lookup = route({
  method: 'POST',
  path: '/api/patient-access/lookup',
  access: 'holder',
  rate: 'consent',
  summary: 'What a consent link is about, its state, and who looked at what. Changes nothing.',
  source: 'shapes, lookup; product, doctor’s path 5',
  body: access.consentLookup,
  reply: access.linkState,
});

export const respond = route({
  method: 'POST',
  path: '/api/patient-access/respond',
  access: 'holder',
  rate: 'consent',
  summary: 'The patient’s grant or denial; persons not named in a grant are denied.',
  source: 'shapes, respond',
  body: access.linkResponse,
  reply: access.linkResponseReply,
});

export const change = route({
  method: 'POST',
  path: '/api/patient-access/change',
  access: 'holder',
  rate: 'consent',
  summary: 'Narrows or lengthens a live grant.',
  source: 'shapes, change',
  body: access.linkChange,
  reply: access.linkChangeReply,
});

export const revoke = route({
  method: 'POST',
  path: '/api/patient-access/revoke',
  access: 'holder',
  rate: 'consent',
  summary: 'Takes consent back, for all persons of the link or those named; repeatable.',
  source: 'shapes, revoke',
  body: access.linkRevocation,
  reply: access.linkRevocationReply,
});

export const blockLookup = route({
  method: 'POST',
  path: '/api/patient-access/block-lookup',
  access: 'holder',
  rate: 'consent',
  summary: 'Which doctor the link at the end of a code’s message would block. Changes nothing.',
  source: 'security 2, attack 13',
  body: access.linkLookup,
  reply: access.blockState,
});

export const block = route({
  method: 'POST',
  path: '/api/patient-access/block',
  access: 'holder',
  rate: 'consent',
  summary: 'Keeps that doctor’s requests for the number away for 90 days; the doctor is told nothing. Repeatable.',
  source: 'security 2, attack 13',
  body: access.linkLookup,
  reply: access.blockReply,
});

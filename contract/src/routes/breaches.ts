import * as z from 'zod';
import { route } from '../route.ts';
import * as shape from '../shapes/breaches.ts';

export const breaches = route({
  method: 'GET',
  path: '/api/admin/breaches',
  access: 'admin',
  rate: 'general',
  summary: 'The register of data breaches, open ones first, then the latest noticed.',
  source: 'GDPR 33(5); beside the specification: for a data-protection officer',
  query: shape.breachesQuery,
  reply: z.array(shape.breachSummary),
});

export const openBreach = route({
  method: 'POST',
  path: '/api/admin/breaches',
  access: 'admin',
  rate: 'general',
  summary: 'Opens a record of a breach, by hand or from an alarm.',
  source: 'GDPR 33(5)',
  body: shape.breachOpening,
  status: 201,
  reply: z.object({ breach: shape.breach }),
  idempotent: true,
});

export const breach = route({
  method: 'GET',
  path: '/api/admin/breaches/{id}',
  access: 'admin',
  rate: 'general',
  summary: 'One record with its clocks and decisions. Reading it is recorded.',
  source: 'GDPR 33(5)',
  reply: shape.breach,
});

export const changeBreach = route({
  method: 'PATCH',
  path: '/api/admin/breaches/{id}',
  access: 'admin',
  rate: 'general',
  stepUp: true,
  summary: 'Replaces the facts of an open record. Moving the time of noticing later needs a reason.',
  source: 'GDPR 33(4): information in phases',
  body: shape.breachChange,
  reply: z.object({ breach: shape.breach }),
});

export const breachExtent = route({
  method: 'GET',
  path: '/api/admin/breaches/{id}/extent',
  access: 'admin',
  rate: 'general',
  summary: 'The numbers of patients and centers that a breach touches, computed from the audit log.',
  source: 'security 1c, T-BR1; GDPR 33(3)(a)',
  reply: shape.breachExtent,
});

export const breachPatients = route({
  method: 'GET',
  path: '/api/admin/breaches/{id}/patients',
  access: 'admin',
  rate: 'general',
  summary: 'The patients whose data was viewed, downloaded or changed, by public id. Reading them is recorded.',
  source: 'security 1c, T-BR1',
  query: shape.breachPatientsQuery,
  reply: z.array(shape.breachPatient),
});

export const breachDrafts = route({
  method: 'GET',
  path: '/api/admin/breaches/{id}/drafts',
  access: 'admin',
  rate: 'general',
  summary: 'Drafts of the notices to the authority and to the persons, in every language.',
  source: 'GDPR 33(3), 34(2)',
  reply: z.array(shape.breachDraft),
});

export const breachNotified = route({
  method: 'POST',
  path: '/api/admin/breaches/{id}/notified',
  access: 'admin',
  rate: 'general',
  stepUp: true,
  summary: 'Records when the authority or the persons were notified, and why it was late.',
  source: 'GDPR 33(1), 34(1)',
  body: shape.breachNotification,
  reply: z.object({ breach: shape.breach }),
});

export const breachNotNeeded = route({
  method: 'POST',
  path: '/api/admin/breaches/{id}/not-needed',
  access: 'admin',
  rate: 'general',
  stepUp: true,
  summary: 'Records why a notice is not needed.',
  source: 'GDPR 33(1), 34(3)',
  body: shape.breachWaiver,
  reply: z.object({ breach: shape.breach }),
});

export const closeBreach = route({
  method: 'POST',
  path: '/api/admin/breaches/{id}/close',
  access: 'admin',
  rate: 'general',
  stepUp: true,
  summary: 'Closes a record whose notices are decided, with a reason. It cannot be opened again.',
  source: 'GDPR 33(5)',
  body: shape.breachClosing,
  reply: z.object({ breach: shape.breach }),
});

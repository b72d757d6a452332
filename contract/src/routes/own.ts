import { route } from '../route.ts';
import * as own from '../shapes/viewing.ts';

export const open = route({
  method: 'POST',
  path: '/api/patient-access/own',
  access: 'holder',
  rate: 'consent',
  summary:
    'Opens a session for a patient’s own pictures, as a cookie of 30 minutes. Without a code it is 403 and sends one, with which it is repeated.',
  source: 'viewing, patient’s page; security 2.1',
  body: own.ownOpening,
  reply: own.ownSession,
});

export const choosePerson = route({
  method: 'POST',
  path: '/api/own/person',
  access: 'holder',
  rate: 'consent',
  summary: 'Chooses the person of the link whose pictures the session shows, by the date of birth, in three tries.',
  source: 'viewing, patient’s page; security 2.1',
  body: own.ownPerson,
  reply: own.ownPersonReply,
});

export const exams = route({
  method: 'GET',
  path: '/api/own/exams',
  access: 'holder',
  rate: 'general',
  summary: 'The person’s exams that can be viewed, 50 a page.',
  source: 'viewing, patient’s page',
  query: own.ownExamsQuery,
  reply: own.ownExams,
});

export const exam = route({
  method: 'GET',
  path: '/api/own/exams/{id}',
  access: 'holder',
  rate: 'general',
  summary: 'One of these exams with its series of images.',
  source: 'viewing, patient’s page',
  reply: own.ownExamWithSeries,
});

export const image = route({
  method: 'GET',
  path: '/api/own/exams/{id}/series/{series}/images/{image}',
  access: 'holder',
  rate: 'frames',
  summary: 'An image of a series, both counted from 1, rendered as WebP of at most 1,024 pixels.',
  source: 'viewing, patient’s page',
  query: own.ownImageQuery,
  responseType: 'bytes',
});

export const download = route({
  method: 'GET',
  path: '/api/own/exams/{id}/download',
  access: 'holder',
  rate: 'general',
  summary: 'The exam’s DICOM files and documents, byte for byte, as a ZIP. Supports Range and ETag.',
  source: 'viewing, patient’s page',
  responseType: 'bytes',
});

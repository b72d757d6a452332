import * as z from 'zod';
import { route } from '../route.ts';
import { optional } from '../shapes/common.ts';
import { thumbnailQuery, thumbnails } from '../shapes/exams.ts';
import { timeline, viewerExam } from '../shapes/viewing.ts';

export const examToOpen = route({
  method: 'GET',
  path: '/api/exams/{id}',
  access: 'center-or-doctor',
  needs: 'records.read',
  doctor: 'subscribed',
  rate: 'general',
  summary: 'An exam with its patient, center and series, for a viewer or a preview.',
  source: 'issue 4, items 4 and 5',
  reply: viewerExam,
});

export const examThumbnails = route({
  method: 'GET',
  path: '/api/exams/thumbnails',
  access: 'center-or-doctor',
  needs: 'records.read',
  doctor: 'subscribed',
  rate: 'general',
  summary: 'Small images of the exams of a list, those that the caller may see.',
  source: 'docs/decisions/048',
  query: thumbnailQuery,
  reply: thumbnails,
});

export const examTimeline = route({
  method: 'GET',
  path: '/api/exams/{id}/timeline',
  access: 'center-or-doctor',
  needs: 'records.read',
  doctor: 'subscribed',
  rate: 'general',
  summary: 'A further page of the exams of an exam’s patient, newest first.',
  source: 'docs/decisions/049',
  query: z.object({ cursor: optional(z.uuid()) }),
  reply: timeline,
});

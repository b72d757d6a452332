import { limits } from '../limits.ts';
import { route } from '../route.ts';
import { draftChange, draftRevision, examAnnotations } from '../shapes/annotations.ts';

const source = 'docs/decisions/051';

export const examAnnotationSets = route({
  method: 'GET',
  path: '/api/exams/{id}/annotations',
  access: 'center-or-doctor',
  doctor: 'subscribed',
  rate: 'general',
  summary: 'The caller’s draft on an exam, and the saved sets of annotations that it shows the caller.',
  source,
  reply: examAnnotations,
});

/**
 * Needs `If-Match: "{revision}"`, 0 for the first. If the draft has another revision, 412 `revision_conflict` with the
 * stored draft as `current` (`annotationDraft`).
 */
export const changeDraft = route({
  method: 'PUT',
  path: '/api/exams/{id}/annotations/draft',
  access: 'center-or-doctor',
  doctor: 'subscribed',
  rate: 'general',
  summary: 'Replaces the caller’s draft of annotations on an exam.',
  source,
  body: draftChange,
  maxBodyBytes: limits.annotationsBytes,
  reply: draftRevision,
});

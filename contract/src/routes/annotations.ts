import { limits } from '../limits.ts';
import { route } from '../route.ts';
import {
  annotationFileQuery,
  annotationSet,
  annotationSetWithItems,
  draftChange,
  draftRevision,
  examAnnotations,
  setWithdrawal,
  versionToSave,
} from '../shapes/annotations.ts';
import { ok } from '../shapes/common.ts';

const source = 'docs/decisions/051';

export const examAnnotationSets = route({
  method: 'GET',
  path: '/api/exams/{id}/annotations',
  access: 'center-or-doctor',
  needs: 'records.read',
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
  needs: 'measurements.write',
  doctor: 'subscribed',
  rate: 'general',
  summary: 'Replaces the caller’s draft of annotations on an exam.',
  source,
  body: draftChange,
  maxBodyBytes: limits.annotationsBytes,
  reply: draftRevision,
});

/**
 * Needs `If-Match` like `changeDraft`, and fails like it. The items are measured again from the files: 422
 * `measurement_mismatch` names each item that is more than 0.5 % off, outside its image or not of the exam
 * (`errors[].field`: `items.{id}`). 201 for a new version; 200 if the newest one has the same content already.
 */
export const saveAnnotations = route({
  method: 'POST',
  path: '/api/exams/{id}/annotations',
  access: 'center-or-doctor',
  needs: 'measurements.write',
  doctor: 'subscribed',
  rate: 'general',
  summary: 'Saves the caller’s draft as a version of the caller’s set, and sets who sees the set.',
  source,
  body: versionToSave,
  status: 201,
  reply: annotationSet,
});

export const annotationSetToShow = route({
  method: 'GET',
  path: '/api/exams/{id}/annotations/{set}',
  access: 'center-or-doctor',
  needs: 'records.read',
  doctor: 'subscribed',
  rate: 'general',
  summary: 'A saved set of annotations with its items.',
  source,
  reply: annotationSetWithItems,
});

export const withdrawAnnotations = route({
  method: 'POST',
  path: '/api/exams/{id}/annotations/{set}/withdraw',
  access: 'center-or-doctor',
  needs: 'measurements.write',
  doctor: 'subscribed',
  rate: 'general',
  summary: 'Withdraws the caller’s own set: nobody else sees it any more. The draft stays.',
  source,
  body: setWithdrawal,
  reply: ok,
});

/** 404 for a kind of object that the set does not have, such as `ko` without key images. */
export const annotationFile = route({
  method: 'GET',
  path: '/api/exams/{id}/annotations/{set}/file',
  access: 'center-or-doctor',
  needs: 'records.read',
  doctor: 'subscribed',
  rate: 'general',
  summary:
    'The newest version of a set as a DICOM object (SR, PR, KO), or its values as a table (CSV), or its images (PDF).',
  source,
  query: annotationFileQuery,
  responseType: 'bytes',
});

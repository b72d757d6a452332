import { changeDraft, examAnnotationSets } from '@medcloud/contract/routes/annotations';
import { api } from '../../calls/client/api.ts';
import type { DraftConnection } from './draft.ts';

/** Connects the caller's draft on an exam with the server. */
export function connectDraft(examId: string): DraftConnection {
  const params = { id: examId };
  return {
    load: async () => (await api.call(examAnnotationSets, { params })).draft,
    save: (items, revision, isLeaving) =>
      api.call(changeDraft, { params, body: { items: [...items] } }, { revision, isLeaving }),
  };
}

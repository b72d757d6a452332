import { changeDraft, examAnnotationSets } from '@medcloud/contract/routes/annotations';
import { api } from '../../calls/client/api.ts';
import type { DraftConnection } from './draft.ts';

/** A draft that stays in the page, for who may not save one. */
export const connectNothing = (): DraftConnection => ({
  load: async () => ({ revision: 0, items: [], updatedAt: null }),
  save: async (_, revision) => ({ revision: revision + 1, updatedAt: new Date().toISOString() }),
});

/** Connects the caller's draft on an exam with the server. */
export function connectDraft(examId: string): DraftConnection {
  const params = { id: examId };
  return {
    load: async () => (await api.call(examAnnotationSets, { params })).draft,
    save: (items, revision, isLeaving) =>
      api.call(changeDraft, { params, body: { items: [...items] } }, { revision, isLeaving }),
  };
}

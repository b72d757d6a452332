import { examAnnotations } from '@medcloud/contract/shapes/annotations';
import { expect } from 'vitest';
import type { Attempt, Variants } from '../attempt.ts';

const pathOf = ({ fixture }: Attempt) => `/api/exams/${fixture.testApp.fixtures.centerA.examId}/annotations`;

/** Returns the headers that name the current revision of the actor's own draft; 0 for an actor without one. */
async function revisionHeaders(attempt: Attempt): Promise<Record<string, string>> {
  const response = await attempt.send({ method: 'GET', path: pathOf(attempt) });
  const revision = response.status === 200 ? examAnnotations.parse(JSON.parse(response.text)).draft.revision : 0;
  return { 'if-match': `"${revision}"` };
}

export const annotations: Variants = {
  'PUT /api/exams/{E1}/annotations/draft default': {
    run: async (attempt) => {
      const headers = await revisionHeaders(attempt);
      return await attempt.send({ method: 'PUT', path: `${pathOf(attempt)}/draft`, headers, json: { items: [] } });
    },
    demand: async (_, attempt) => {
      const stale = { method: 'PUT', path: `${pathOf(attempt)}/draft`, headers: { 'if-match': '"0"' } };
      expect((await attempt.send({ ...stale, json: { items: [] } })).status).toBe(412);
    },
  },
};

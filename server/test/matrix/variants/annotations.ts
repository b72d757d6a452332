import { randomUUID } from 'node:crypto';
import { routes } from '@medcloud/contract';
import { expect } from 'vitest';
import { tinyUids } from '../../harness/tiny-dicom.ts';
import type { Attempt, Variants } from '../attempt.ts';
import type { SignedActor } from '../matrix-accounts.ts';
import type { MatrixFixture } from '../matrix-fixture.ts';

const { examAnnotationSets, changeDraft, saveAnnotations } = routes.annotations;

const paramsOf = ({ testApp }: MatrixFixture) => ({ id: testApp.fixtures.centerA.examId });
const pathOf = ({ fixture }: Attempt) => `/api/exams/${paramsOf(fixture).id}/annotations`;
const isReader = (actor: string): actor is SignedActor => /^(center_a|doctor_consent)/.test(actor);
const revisionHeaders = (revision: number) => ({ 'if-match': `"${revision}"` });

/** Stores a draft of one new item. Returns its revision. */
async function prepareDraft(fixture: MatrixFixture, actor: SignedActor): Promise<number> {
  const client = await fixture.client(actor);
  const params = paramsOf(fixture);
  const { draft } = await client.call(examAnnotationSets, { params });
  const image = { sop: tinyUids(1).instance, frame: 1 };
  const item = { id: randomUUID(), kind: 'key-image', on: { image }, points: [], updatedAt: '2026-11-27T10:00:00Z' };
  const body = changeDraft.body.parse({ items: [item] });
  return (await client.call(changeDraft, { params, body }, { revision: draft.revision })).revision;
}

/** Saves a set of an actor that everyone who sees the exam may see. Returns its id. */
async function prepareSet(fixture: MatrixFixture, actor: SignedActor): Promise<string> {
  const revision = await prepareDraft(fixture, actor);
  const client = await fixture.client(actor);
  const saved = { params: paramsOf(fixture), body: { visibility: 'all' } } as const;
  return (await client.call(saveAnnotations, saved, { revision })).id;
}

const withdrawal = (set: string, attempt: Attempt) => ({
  method: 'POST',
  path: `${pathOf(attempt)}/${set}/withdraw`,
  json: { reason: 'Λάθος πλευρά' },
});

export const annotations: Variants = {
  'PUT /api/exams/{E1}/annotations/draft default': {
    run: async (attempt) => {
      const revision = isReader(attempt.sender) ? await prepareDraft(attempt.fixture, attempt.sender) : 0;
      const headers = revisionHeaders(revision);
      return await attempt.send({ method: 'PUT', path: `${pathOf(attempt)}/draft`, headers, json: { items: [] } });
    },
    demand: async (_, attempt) => {
      const stale = { method: 'PUT', path: `${pathOf(attempt)}/draft`, headers: revisionHeaders(0) };
      expect((await attempt.send({ ...stale, json: { items: [] } })).status).toBe(412);
    },
  },
  'POST /api/exams/{E1}/annotations default': {
    run: async (attempt) => {
      const revision = isReader(attempt.sender) ? await prepareDraft(attempt.fixture, attempt.sender) : 0;
      const headers = revisionHeaders(revision);
      return await attempt.send({ method: 'POST', path: pathOf(attempt), headers, json: { visibility: 'all' } });
    },
  },
  'GET /api/exams/{E1}/annotations/{set} default': {
    run: async (attempt) => {
      const set = await prepareSet(attempt.fixture, 'center_a');
      return await attempt.send({ method: 'GET', path: `${pathOf(attempt)}/${set}` });
    },
  },
  'GET /api/exams/{E1}/annotations/{set}/file default': {
    run: async (attempt) => {
      const set = await prepareSet(attempt.fixture, 'center_a');
      return await attempt.send({ method: 'GET', path: `${pathOf(attempt)}/${set}/file?format=ko` });
    },
  },
  'POST /api/exams/{E1}/annotations/{set}/withdraw own': {
    run: async (attempt) => {
      const set = await prepareSet(attempt.fixture, isReader(attempt.sender) ? attempt.sender : 'center_a');
      return await attempt.send(withdrawal(set, attempt));
    },
  },
  'POST /api/exams/{E1}/annotations/{set}/withdraw others': {
    run: async (attempt) => {
      const author = attempt.actor === 'center_a' ? 'doctor_consent' : 'center_a';
      return await attempt.send(withdrawal(await prepareSet(attempt.fixture, author), attempt));
    },
  },
};

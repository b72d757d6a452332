import { limits, routes } from '@medcloud/contract';
import { expect } from 'vitest';
import { z } from 'zod';
import { createUpload, examFields, metadataHeader, uploadsPath } from '../../harness/tus.ts';
import { type Attempt, crossSite, plain, type Variant, type Variants } from '../attempt.ts';
import { jsonOf, type RequestSpec } from '../send.ts';
import { expectNoP1 } from './center.ts';

const lengthBytes = 1_000;

const creation = (patientId: string, bytes = lengthBytes): RequestSpec => ({
  method: 'POST',
  path: uploadsPath,
  headers: {
    'tus-resumable': '1.0.0',
    'upload-length': String(bytes),
    'upload-metadata': metadataHeader(examFields(patientId)),
  },
});

const p1 = ({ fixture }: Attempt): string => fixture.testApp.fixtures.centerA.patient.patientId;
const own = ({ actor, fixture }: Attempt): string =>
  (actor === 'center_b' ? fixture.testApp.fixtures.centerB : fixture.testApp.fixtures.centerA).patient.patientId;

/**
 * U1: returns an open upload of center A for P1 without bytes. Actors that may not use it get one of an earlier row.
 */
async function u1({ actor, fixture }: Attempt): Promise<string> {
  const { centerA } = fixture.testApp.fixtures;
  if (actor !== 'center_a') {
    const [open] = await fixture.sql('SELECT id FROM uploads WHERE center_id = $1 AND ended_at IS NULL LIMIT 1', [
      centerA.id,
    ]);
    if (open) return `${uploadsPath}/${open.id}`;
  }
  return await createUpload(await fixture.client('center_a'), lengthBytes, examFields(centerA.patient.patientId));
}

/** Ends a center's uploads after the row, because a center may have only a hundred open. */
function withUploadsEnded(variant: Variant): Variant {
  return {
    ...variant,
    run: async (attempt) => {
      const response = await variant.run(attempt);
      if (attempt.actor.startsWith('center'))
        await attempt.fixture.sql(`UPDATE uploads SET state = 'aborted', ended_at = now() WHERE ended_at IS NULL`, []);
      return response;
    },
  };
}

const part = (path: string, offset: number): RequestSpec => ({
  method: 'PATCH',
  path,
  headers: {
    'tus-resumable': '1.0.0',
    'upload-offset': String(offset),
    'content-type': 'application/offset+octet-stream',
  },
  bytes: Buffer.alloc(100),
});

const uploadVariant = (request: (path: string) => RequestSpec, demand?: Variant['demand']): Variant =>
  withUploadsEnded(plain(async (attempt) => request(await u1(attempt)), demand));

/** Fills the quota to its last byte for one upload, then restores it. */
const fullPlan: Variant = {
  run: async (attempt) => {
    const centers = [attempt.fixture.testApp.fixtures.centerA.id, attempt.fixture.testApp.fixtures.centerB.id];
    const [before] = await attempt.fixture.sql('SELECT quota_bytes FROM medical_centers WHERE id = $1', [centers[0]]);
    const updateSql = 'UPDATE medical_centers SET quota_bytes = ';
    await attempt.fixture.sql(
      `${updateSql} f.exam_bytes FROM center_figures f WHERE f.center_id = id AND id = ANY ($1)`,
      [centers],
    );
    const response = await attempt.send(creation(own(attempt)));
    await attempt.fixture.sql(`${updateSql} $2 WHERE id = ANY ($1)`, [centers, before?.quota_bytes]);
    return response;
  },
};

/** Resumable uploads (shapes, "How the matrix is read", 5). */
export const uploads: Variants = {
  [`POST ${uploadsPath} patient_P1`]: withUploadsEnded(
    plain(
      (attempt) => creation(p1(attempt)),
      (response) => {
        expect(response.headers.location).toMatch(/^\/api\/medical-center\/uploads\/[0-9a-f-]{36}$/);
        expect(response.bytes.length).toBe(0);
      },
    ),
  ),
  [`POST ${uploadsPath} over_500_MB`]: plain((attempt) => creation(own(attempt), limits.uploadBytes + 1)),
  [`POST ${uploadsPath} quota_exceeded`]: fullPlan,
  [`POST ${uploadsPath} cookie_cross_site`]: crossSite((attempt) => creation(p1(attempt))),
  [`GET ${uploadsPath} default`]: {
    run: async (attempt) => {
      const path = await u1(attempt);
      const response = await attempt.send({ method: 'GET', path: uploadsPath });
      if (attempt.row.status === 200 && attempt.actor === 'center_a')
        expect(response.text).toContain(path.split('/').at(-1));
      return response;
    },
    demand: (response, { actor, fixture }) => {
      routes.center.openUploads.reply.parse(jsonOf(response));
      if (actor === 'center_b') expectNoP1(response, fixture);
    },
  },
  [`HEAD ${uploadsPath}/{U1} default`]: uploadVariant(
    (path) => ({ method: 'HEAD', path }),
    (response) => expect(response.headers['upload-offset']).toBe('0'),
  ),
  [`GET ${uploadsPath}/{U1} default`]: uploadVariant(
    (path) => ({ method: 'GET', path }),
    (response) => expect(z.object({ state: z.string() }).parse(jsonOf(response)).state).toBe('open'),
  ),
  [`PATCH ${uploadsPath}/{U1} default`]: uploadVariant(
    (path) => part(path, 0),
    (response) => expect(response.headers['upload-offset']).toBe('100'),
  ),
  [`PATCH ${uploadsPath}/{U1} cookie_cross_site`]: withUploadsEnded(
    crossSite(async (attempt) => part(await u1(attempt), 0)),
  ),
  [`PATCH ${uploadsPath}/{U1} wrong_offset`]: {
    run: async (attempt) => {
      const response = await attempt.send(part(await u1(attempt), 50));
      if (attempt.row.status === 409) expect(response.headers['upload-offset']).toBe('0');
      return response;
    },
  },
  [`DELETE ${uploadsPath}/{U1} default`]: uploadVariant((path) => ({ method: 'DELETE', path })),
  [`DELETE ${uploadsPath}/{U1} cookie_cross_site`]: withUploadsEnded(
    crossSite(async (attempt) => ({ method: 'DELETE', path: await u1(attempt) })),
  ),
};

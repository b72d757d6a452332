import { limits, routes } from '@medcloud/contract';
import { expect } from 'vitest';
import { z } from 'zod';
import { begun, examFields, metadataHeader, uploadsPath } from '../../harness/tus.ts';
import { type Attempt, crossSite, plain, type Variant, type Variants } from '../attempt.ts';
import { type Ask, jsonOf } from '../send.ts';
import { expectNoP1 } from './center.ts';

const lengthBytes = 1_000;

const creation = (patientId: string, bytes = lengthBytes): Ask => ({
  method: 'POST',
  path: uploadsPath,
  headers: {
    'tus-resumable': '1.0.0',
    'upload-length': String(bytes),
    'upload-metadata': metadataHeader(examFields(patientId)),
  },
});

const p1 = ({ stage }: Attempt): string => stage.world.cast.centerA.patient.patientId;
const own = ({ actor, stage }: Attempt): string =>
  (actor === 'center_b' ? stage.world.cast.centerB : stage.world.cast.centerA).patient.patientId;

/** U1: an open upload of center A for P1, of which nothing has come yet. Who may do nothing with it finds the one of the row before. */
async function u1({ actor, stage }: Attempt): Promise<string> {
  const { centerA } = stage.world.cast;
  if (actor !== 'center_a') {
    const [open] = await stage.sql('SELECT id FROM uploads WHERE center_id = $1 AND ended_at IS NULL LIMIT 1', [
      centerA.id,
    ]);
    if (open) return `${uploadsPath}/${open.id}`;
  }
  return await begun(await stage.client('center_a'), lengthBytes, examFields(centerA.patient.patientId));
}

/** So that a center's uploads are not in the way of the next row's: it may have a hundred open. */
function ended(variant: Variant): Variant {
  return {
    ...variant,
    run: async (attempt) => {
      const answer = await variant.run(attempt);
      if (attempt.actor.startsWith('center'))
        await attempt.stage.sql(`UPDATE uploads SET state = 'aborted', ended_at = now() WHERE ended_at IS NULL`, []);
      return answer;
    },
  };
}

const part = (path: string, offset: number): Ask => ({
  method: 'PATCH',
  path,
  headers: {
    'tus-resumable': '1.0.0',
    'upload-offset': String(offset),
    'content-type': 'application/offset+octet-stream',
  },
  bytes: Buffer.alloc(100),
});

const of = (ask: (path: string) => Ask, demand?: Variant['demand']): Variant =>
  ended(plain(async (attempt) => ask(await u1(attempt)), demand));

/** Full to its last byte; the next row finds the plan as it was. */
const fullPlan: Variant = {
  run: async (attempt) => {
    const centers = [attempt.stage.world.cast.centerA.id, attempt.stage.world.cast.centerB.id];
    const [before] = await attempt.stage.sql('SELECT quota_bytes FROM medical_centers WHERE id = $1', [centers[0]]);
    const set = 'UPDATE medical_centers SET quota_bytes = ';
    await attempt.stage.sql(`${set} f.exam_bytes FROM center_figures f WHERE f.center_id = id AND id = ANY ($1)`, [
      centers,
    ]);
    const answer = await attempt.send(creation(own(attempt)));
    await attempt.stage.sql(`${set} $2 WHERE id = ANY ($1)`, [centers, before?.quota_bytes]);
    return answer;
  },
};

/** Uploads in parts (shapes, "The matrix, read", 5). */
export const uploads: Variants = {
  [`POST ${uploadsPath} patient_P1`]: ended(
    plain(
      (attempt) => creation(p1(attempt)),
      (answer) => {
        expect(answer.headers.location).toMatch(/^\/api\/medical-center\/uploads\/[0-9a-f-]{36}$/);
        expect(answer.bytes.length).toBe(0);
      },
    ),
  ),
  [`POST ${uploadsPath} over_500_MB`]: plain((attempt) => creation(own(attempt), limits.uploadBytes + 1)),
  [`POST ${uploadsPath} quota_exceeded`]: fullPlan,
  [`POST ${uploadsPath} cookie_cross_site`]: crossSite((attempt) => creation(p1(attempt))),
  [`GET ${uploadsPath} default`]: {
    run: async (attempt) => {
      const path = await u1(attempt);
      const answer = await attempt.send({ method: 'GET', path: uploadsPath });
      if (attempt.actor === 'center_a') expect(answer.text).toContain(path.split('/').at(-1));
      return answer;
    },
    demand: (answer, { actor, stage }) => {
      routes.center.openUploads.reply.parse(jsonOf(answer));
      if (actor === 'center_b') expectNoP1(answer, stage);
    },
  },
  [`HEAD ${uploadsPath}/{U1} default`]: of(
    (path) => ({ method: 'HEAD', path }),
    (answer) => expect(answer.headers['upload-offset']).toBe('0'),
  ),
  [`GET ${uploadsPath}/{U1} default`]: of(
    (path) => ({ method: 'GET', path }),
    (answer) => expect(z.object({ state: z.string() }).parse(jsonOf(answer)).state).toBe('open'),
  ),
  [`PATCH ${uploadsPath}/{U1} default`]: of(
    (path) => part(path, 0),
    (answer) => expect(answer.headers['upload-offset']).toBe('100'),
  ),
  [`PATCH ${uploadsPath}/{U1} cookie_cross_site`]: ended(crossSite(async (attempt) => part(await u1(attempt), 0))),
  [`PATCH ${uploadsPath}/{U1} wrong_offset`]: {
    run: async (attempt) => {
      const answer = await attempt.send(part(await u1(attempt), 50));
      if (attempt.actor === 'center_a') expect(answer.headers['upload-offset']).toBe('0');
      return answer;
    },
  },
  [`DELETE ${uploadsPath}/{U1} default`]: of((path) => ({ method: 'DELETE', path })),
  [`DELETE ${uploadsPath}/{U1} cookie_cross_site`]: ended(
    crossSite(async (attempt) => ({ method: 'DELETE', path: await u1(attempt) })),
  ),
};

import { routes } from '@medcloud/contract';
import { Semaphore } from '../../platform/concurrency/semaphore.ts';
import { listExamsOnceGranted } from '../access/grants/reads.ts';
import { hasRecentlyListed } from '../audit/record/reads.ts';
import { record } from '../audit/record/record.ts';
import { toAuditFields } from '../audit/record/to-audit-fields.ts';
import type { CenterPrincipal, DoctorPrincipal, RequestContext } from '../authorization/principal.ts';
import type { CenterScope, DoctorScope } from '../authorization/scope.ts';
import type { Tx } from '../database.ts';
import { unwrapObjectKey, unwrapPatientKey } from '../keys/patient-key.ts';
import { undefinedIfNotFound } from './cache/frame-cache.ts';
import type { ReadContext } from './open-series.ts';
import { type ListedExam, listThumbnails } from './reads.ts';
import { shrinkThumbnail } from './render/encode-image.ts';

/** How long images count as part of the list that opened before. */
const listMinutes = 15;
// Each read waits for the store.
const maxConcurrentReads = 8;

type ThumbnailRow = ListedExam & { objectId: string; wrappedKey: Buffer };

const hasThumbnail = (row: ListedExam): row is ThumbnailRow => row.objectId !== null && row.wrappedKey !== null;

/**
 * Returns small images of the exams of a list, by exam; those that the scope does not see, or that have none, are
 * absent. They are logged as part of a list, not as views of the exams; ids that the scope does not see as one denial.
 */
export async function readListThumbnails(
  { context, caches }: ReadContext,
  scope: CenterScope | DoctorScope,
  request: RequestContext<CenterPrincipal | DoctorPrincipal>,
  examIds: readonly string[],
): Promise<Record<string, string>> {
  if (examIds.length === 0) return {};
  const rows = await context.db.within(scope, async (tx) => {
    const ids = new Set(examIds.map((id) => id.toLowerCase()));
    const visible = await listThumbnails(tx, scope, [...ids]);
    const found = visible.filter(hasThumbnail);
    await logThumbnails(tx, request, found);
    await logHidden(tx, request, [...ids.difference(new Set(visible.map(({ examId }) => examId)))]);
    return found;
  });
  const reads = new Semaphore(maxConcurrentReads);
  const images = await Promise.all(rows.map((row) => reads.run(() => readImage({ context, caches }, row))));
  return Object.fromEntries(rows.flatMap(({ examId }, place) => (images[place] ? [[examId, images[place]]] : [])));
}

async function readImage({ context, caches }: ReadContext, row: ThumbnailRow): Promise<string | undefined> {
  const { objectId, wrappedKey, patientUuid, wrappedPatientKey } = row;
  const read = async () => {
    const patientKey = unwrapPatientKey(context.keys, patientUuid, wrappedPatientKey);
    const key = unwrapObjectKey(patientKey, wrappedKey, objectId);
    const image = await shrinkThumbnail(await context.objects.readBytes({ objectId, keyId: objectId, key }));
    const value = `data:image/webp;base64,${image.toString('base64')}`;
    return { value, sizeBytes: value.length };
  };
  // it may have been replaced since the rows were read
  return await caches.listImages.getOrRead(objectId, read).catch(undefinedIfNotFound);
}

/** Records one event for a center, and one for each grant of a doctor. The list itself was recorded by its own call. */
async function logThumbnails(
  tx: Tx,
  request: RequestContext<CenterPrincipal | DoctorPrincipal>,
  rows: readonly ThumbnailRow[],
): Promise<void> {
  const byGrant = Map.groupBy(rows, ({ grantId }) => grantId);
  for (const [grantId, ofGrant] of byGrant) {
    const [first] = ofGrant;
    // the list that they belong to was opened just before: without it, they are a view of their own
    const isPart = grantId === undefined || (await hasRecentlyListed(tx, request.principal, grantId, listMinutes));
    const details = {
      thumbnails: ofGrant.length,
      // the alarm rules count each exam once a day
      images: ofGrant.map(({ examId }) => examId.slice(-8)).join(' '),
      ...(isPart ? { background: true } : {}),
    };
    const ofDoctor = grantId !== undefined &&
      first && {
        centerId: first.centerId,
        patientId: first.patientUuid,
        purpose: grantId,
        details: { ...details, patientId: first.publicPatientId ?? '' },
      };
    await record(tx, { event: 'exams_listed', ...toAuditFields(request), details, ...(ofDoctor || {}) });
  }
}

/**
 * Records one denial for all exams that the principal may not see. `unknown` counts those that a doctor never had a grant
 * for: a list that was open while a grant ended has none.
 */
async function logHidden(
  tx: Tx,
  request: RequestContext<CenterPrincipal | DoctorPrincipal>,
  hiddenIds: readonly string[],
): Promise<void> {
  const [first] = hiddenIds;
  if (first === undefined) return;
  const isDoctor = request.principal.kind === 'doctor';
  const known = isDoctor ? await listExamsOnceGranted(tx, hiddenIds) : [];
  await record(tx, {
    event: 'denied',
    outcome: 'denied',
    ...toAuditFields(request),
    ...(hiddenIds.length === 1 ? { object: { kind: 'exam', id: first } } : {}),
    details: {
      route: routes.exams.examThumbnails.path,
      code: 'not_found',
      exams: hiddenIds.length,
      unknown: hiddenIds.length - known.length,
    },
  });
}

import { setTimeout as pause } from 'node:timers/promises';
import { routes } from '@medcloud/contract';
import { fillPath } from '@medcloud/contract/route';
import type { Client } from '@medcloud/server/test/harness/client.ts';
import { createCenter, signInAdmin, uploadExam } from '@medcloud/server/test/harness/fixtures.ts';
import type { StandaloneApp } from '@medcloud/server/test/harness/start-standalone-app.ts';
import { ctImages, ctVolume } from '@medcloud/server/test/phantom/ct-volume.ts';
import { persons } from '@medcloud/server/test/phantom/persons.ts';
import { zipOf } from '@medcloud/server/test/phantom/zip-of.ts';
import * as z from 'zod';

const renderedCount = 16; // rendered images, repeated over the slices

/** A center's client and its exam, a chest CT of 512 x 512. */
export interface ViewedExam {
  readonly client: Client;
  readonly examId: string;
}

/** Uploads a volume of `slices` slices and waits until it is viewable. Throws if it cannot be viewed. */
export async function uploadVolume(testApp: StandaloneApp, slices: number): Promise<ViewedExam> {
  const [patient] = persons;
  if (!patient) throw new Error('The phantom has no persons.');
  const { client, patient: owner } = await createCenter(testApp, await signInAdmin(testApp), {
    ...{ name: 'Ιατρική Αιγαίου', number: 71 },
    ...{ firstName: 'Μαρία', lastName: 'Παπαδοπούλου', phone: '+306900007110' },
  });
  const images = [...ctImages(7, renderedCount)];
  const all = Array.from({ length: slices }, (_, place) => images[place % renderedCount]).filter(
    (one) => one !== undefined,
  );
  const files = ctVolume({ seed: 7, patient, slices }, all);
  const archive = Buffer.concat(await Array.fromAsync(zipOf(files, { shouldDeflate: true })));
  const examId = await uploadExam(client, owner.patientId, archive);
  for (;;) {
    const { exam } = await client.call(routes.exams.examToOpen, { params: { id: examId } });
    if (exam.viewable) return { client, examId };
    if (exam.viewingFault) throw new Error(`The volume cannot be viewed: ${exam.viewingFault}`);
    await pause(1_000);
  }
}

const instancesShape = z.array(z.object({ '00080018': z.object({ Value: z.tuple([z.string()]) }) }));

/** Waits until the portal serves the images as HTJ2K. */
export async function waitForHtj2k({ client, examId }: ViewedExam): Promise<void> {
  const { series } = await client.call(routes.exams.examToOpen, { params: { id: examId } });
  const [first] = series;
  if (!first) throw new Error('The exam has no series.');
  const address = { examId, study: first.studyUid, series: first.seriesUid };
  const metadata = await client.raw('GET', fillPath(routes.dicomWeb.examSeriesMetadata.path, address));
  const instances = instancesShape.parse(await metadata.json());
  const last = instances.at(-1); // the cache is written in series order
  if (!last) throw new Error('The series has no instance.');
  const params = { ...address, instance: last['00080018'].Value[0], frames: '1' };
  for (;;) {
    const frame = await client.raw('GET', fillPath(routes.dicomWeb.examFrames.path, params), {
      headers: { accept: 'image/jphc,application/octet-stream;transfer-syntax=*' },
    });
    await frame.arrayBuffer();
    if (frame.headers.get('content-type')?.startsWith('image/jphc')) return;
    await pause(2_000);
  }
}

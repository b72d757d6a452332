import { routes } from '@medcloud/contract';
import { type CenterFixture, uploadExam } from '@medcloud/server/test/harness/fixtures.ts';
import { waitUntil } from '@medcloud/server/test/harness/wait-until.ts';
import { ctVolume } from '@medcloud/server/test/phantom/ct-volume.ts';
import { persons } from '@medcloud/server/test/phantom/persons.ts';
import { zipOf } from '@medcloud/server/test/phantom/zip-of.ts';

/** Uploads a phantom's chest CT for the center's patient, and waits until doctors can open it. Returns the exam's id. */
export async function uploadVolume({ client, patient }: CenterFixture, slices: number): Promise<string> {
  const [person] = persons;
  if (!person) throw new Error('Expected at least one phantom person.');
  const archive = Buffer.concat(await Array.fromAsync(zipOf(ctVolume({ seed: 7, patient: person, slices }))));
  const id = await uploadExam(client, patient.patientId, archive);
  await waitUntil(async () => {
    const { exam } = await client.call(routes.exams.examToOpen, { params: { id } });
    if (exam.status === 'needs-attention' && exam.viewable)
      await client.call(routes.center.confirmExam, { params: { id }, body: { reason: 'A phantom' } });
    return exam.viewable && exam.status === 'completed';
  });
  return id;
}

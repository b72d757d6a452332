import { type CenterCast, makeCenter, signInAdmin } from '../harness/cast.ts';
import { type Answer, fieldParts, filePart, sendParts } from '../harness/multipart.ts';
import { sizedDicom } from '../harness/sized-dicom.ts';
import { openWorld, type World } from '../harness/world.ts';

/** A portal with a center, and a way to upload a file of so many bytes to it. */
export async function openUploadSizeGround(): Promise<{
  world: World;
  center: CenterCast;
  upload: (bytes: number) => Promise<Answer>;
}> {
  const world = await openWorld();
  const plan = { name: 'Aegean Imaging', number: 1, firstName: 'Μαρία', lastName: 'Παπαδοπούλου' };
  const center = await makeCenter(world, await signInAdmin(world), { ...plan, phone: '+306900000001' });
  const upload = (bytes: number) =>
    sendParts(center.client, [...fieldParts({ patientId: center.patient.patientId }), filePart(sizedDicom(bytes))]);
  return { world, center, upload };
}

import sharp from 'sharp';
import { type Answer, examOf, fieldParts, filePart, sendParts } from '../harness/multipart.ts';
import { bloodReport } from '../phantom/blood-report.ts';
import type { ImagingGround } from './ground.ts';

export const pdf = bloodReport({
  laboratory: 'Aegean Imaging, laboratory',
  day: '2026-01-15',
  values: [{ name: 'Haemoglobin', value: '13.9', unit: 'g/dL', range: '12.0 - 15.5' }],
});

/** A small JPEG that lies on its side and names somebody, and a PNG of the same. */
export async function drawPictures(): Promise<{ jpeg: Buffer; png: Buffer }> {
  const picture = sharp({ create: { width: 64, height: 40, channels: 3, background: '#3366cc' } });
  const jpeg = await picture
    .clone()
    .withMetadata({ orientation: 6, exif: { IFD0: { Artist: 'Papadopoulou Maria' } } })
    .jpeg()
    .toBuffer();
  return { jpeg, png: await picture.clone().png({ compressionLevel: 9 }).toBuffer() };
}

/** Uploads a document for center A's patient. */
export function sendDocument(
  { cast }: ImagingGround,
  bytes: Buffer,
  examType = 'blood',
  name = 'result.bin',
): Promise<Answer> {
  const { client, patient } = cast.centerA;
  return sendParts(client, [...fieldParts({ patientId: patient.patientId, examType }), filePart(bytes, name)]);
}

/** The same, and waits until it was prepared, or given up; answers the exam's id. */
export async function preparedDocument(ground: ImagingGround, bytes: Buffer, examType?: string): Promise<string> {
  const { id } = examOf(await sendDocument(ground, bytes, examType));
  await ground.settled(id);
  return id;
}

import sharp from 'sharp';
import { examOf, fieldParts, filePart, sendParts, type UploadResponse } from '../harness/multipart.ts';
import { bloodReport } from '../phantom/blood-report.ts';
import type { ImagingFixture } from './create-imaging-fixture.ts';

export const pdf = bloodReport({
  laboratory: 'Aegean Imaging, laboratory',
  day: '2026-01-15',
  values: [{ name: 'Haemoglobin', value: '13.9', unit: 'g/dL', range: '12.0 - 15.5' }],
});

/** Creates a small JPEG with an EXIF rotation and a person's name, and a PNG of the same image. */
export async function renderImages(): Promise<{ jpeg: Buffer; png: Buffer }> {
  const image = sharp({ create: { width: 64, height: 40, channels: 3, background: '#3366cc' } });
  const jpeg = await image
    .clone()
    .withMetadata({ orientation: 6, exif: { IFD0: { Artist: 'Papadopoulou Maria' } } })
    .jpeg()
    .toBuffer();
  return { jpeg, png: await image.clone().png({ compressionLevel: 9 }).toBuffer() };
}

/** Uploads a document for center A's patient. */
export function sendDocument(
  { fixtures }: ImagingFixture,
  bytes: Buffer,
  examType = 'blood',
  name = 'result.bin',
): Promise<UploadResponse> {
  const { client, patient } = fixtures.centerA;
  return sendParts(client, [...fieldParts({ patientId: patient.patientId, examType }), filePart(bytes, name)]);
}

/** Uploads a document and waits until its indexing ended, also with a failure. Returns the exam's id. */
export async function uploadAndIndexDocument(
  fixture: ImagingFixture,
  bytes: Buffer,
  examType?: string,
): Promise<string> {
  const { id } = examOf(await sendDocument(fixture, bytes, examType));
  await fixture.waitUntilIndexed(id);
  return id;
}

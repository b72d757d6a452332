import { createHash } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '@medcloud/server/test/harness/start-standalone-app.ts';
import { startOrthanc } from '@medcloud/server/test/services/orthanc.ts';
import { bad, type Finding, good, missing } from './report.ts';
import type { InteropFixtures } from './start-interop-app.ts';

/**
 * Retrieves the study with Orthanc's DICOMweb client and the token, as the account page describes, and compares the
 * bytes.
 */
export async function validateWithOrthanc(
  { testApp, token, study, files }: InteropFixtures,
  folder: string,
): Promise<Finding[]> {
  const own = join(folder, 'orthanc');
  await mkdir(own);
  const url = `${testApp.origin}/dicom-web`;
  const orthanc = await startOrthanc(own, await freePort(), { portal: { url, token } });
  if (orthanc === null) return [missing('Orthanc with DICOMweb (Debian: orthanc, orthanc-dicomweb)')];
  try {
    const body = JSON.stringify({ Resources: [{ Study: study }] });
    const response = await fetch(`${orthanc.origin}/dicom-web/servers/portal/retrieve`, { method: 'POST', body });
    if (!response.ok) return [bad(`Orthanc did not retrieve the study: ${response.status} ${await response.text()}`)];
    const digests = await listDigests(orthanc.origin);
    const isSame = digests.length === files.length && files.every((file) => digests.includes(digest(file)));
    return [
      isSame
        ? good(`Orthanc retrieved ${digests.length} instances, byte for byte`)
        : bad(`Orthanc stored ${digests.length} instances that differ from the upload`),
    ];
  } finally {
    await orthanc.close();
  }
}

async function listDigests(origin: string): Promise<string[]> {
  const ids: string[] = JSON.parse(await (await fetch(`${origin}/instances`)).text());
  const digests: string[] = [];
  for (const id of ids) {
    const file = await fetch(`${origin}/instances/${id}/file`);
    digests.push(digest(Buffer.from(await file.arrayBuffer())));
  }
  return digests;
}

function digest(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

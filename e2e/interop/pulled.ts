import { createHash } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '@medcloud/server/test/harness/own-portal.ts';
import { startOrthanc } from '@medcloud/server/test/services/orthanc.ts';
import type { Ground } from './ground.ts';
import { bad, type Finding, good, missing } from './report.ts';

/** Orthanc's DICOMweb client pulls the study with the token, as the account page says, and keeps its very bytes. */
export async function pulled({ portal, token, study, files }: Ground, folder: string): Promise<Finding[]> {
  const own = join(folder, 'orthanc');
  await mkdir(own);
  const url = `${portal.origin}/dicom-web`;
  const orthanc = await startOrthanc(own, await freePort(), { portal: { url, token } });
  if (orthanc === null) return [missing('Orthanc with DICOMweb (Debian: orthanc, orthanc-dicomweb)')];
  try {
    const body = JSON.stringify({ Resources: [{ Study: study }] });
    const answer = await fetch(`${orthanc.origin}/dicom-web/servers/portal/retrieve`, { method: 'POST', body });
    if (!answer.ok) return [bad(`Orthanc did not pull the study: ${answer.status} ${await answer.text()}`)];
    const kept = await bytesKept(orthanc.origin);
    const isSame = kept.length === files.length && files.every((file) => kept.includes(digest(file)));
    return [
      isSame
        ? good(`Orthanc pulled ${kept.length} instances, the very bytes`)
        : bad(`Orthanc kept ${kept.length} instances, others than were uploaded`),
    ];
  } finally {
    await orthanc.close();
  }
}

async function bytesKept(origin: string): Promise<string[]> {
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

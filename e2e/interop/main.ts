import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@medcloud/server/test/harness/own-portal.ts';
import { accepted } from './accepted.ts';
import { type Ground, openGround } from './ground.ts';
import { opened } from './opened.ts';
import { pixels } from './pixels.ts';
import { pulled } from './pulled.ts';
import { bad, type Finding, print } from './report.ts';

/*
 * `npm run interop -- dicom`: programs that others wrote, on what the portal gives out by DICOMweb. Each says what it found,
 * or that it is missing on this machine; words after it (`dcmtk`, `pixels`, `orthanc`, `ohif`) narrow it.
 */

type Check = (ground: Ground, folder: string, viewer: URL) => Promise<Finding[]>;

const checks: Readonly<Record<string, readonly [title: string, check: Check]>> = {
  dcmtk: ['DCMTK and dicom3tools read what is given out', accepted],
  pixels: ['Pictures beside those of DCMTK', pixels],
  orthanc: ['Orthanc pulls a study', pulled],
  ohif: ['OHIF opens an exam', opened],
};

async function main(words: readonly string[]): Promise<number> {
  const viewer = new URL(`http://127.0.0.1:${await freePort()}`);
  const folder = await mkdtemp(join(tmpdir(), 'medcloud-interop-'));
  const { ground, close } = await openGround(viewer.origin);
  let wrong = 0;
  try {
    for (const [name, [title, check]] of Object.entries(checks)) {
      if (words.length > 0 && !words.includes(name)) continue;
      const findings = await check(ground, folder, viewer).catch((error: unknown) => [bad(String(error))]);
      print(title, findings);
      wrong += findings.filter(({ verdict }) => verdict === 'bad').length;
    }
  } finally {
    await close();
    await rm(folder, { recursive: true, force: true });
  }
  return wrong === 0 ? 0 : 1;
}

process.exitCode = await main(process.argv.slice(2));

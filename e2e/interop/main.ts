import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@medcloud/server/test/harness/start-standalone-app.ts';
import { comparePixels } from './compare-pixels.ts';
import { bad, type Finding, print } from './report.ts';
import { type InteropFixtures, startInteropApp } from './start-interop-app.ts';
import { validateWithDcmtk } from './validate-with-dcmtk.ts';
import { validateWithOhif } from './validate-with-ohif.ts';
import { validateWithOrthanc } from './validate-with-orthanc.ts';

/*
 * `npm run interop -- dicom` runs third-party programs on the DICOMweb responses. It prints the findings of each program,
 * or that it is missing on this machine. Arguments (`dcmtk`, `pixels`, `orthanc`, `ohif`) select programs.
 */

type InteropCheck = (fixtures: InteropFixtures, folder: string, viewer: URL) => Promise<Finding[]>;

const checks: Readonly<Record<string, readonly [title: string, check: InteropCheck]>> = {
  dcmtk: ['DCMTK and dicom3tools read the responses', validateWithDcmtk],
  pixels: ['Rendered images match those of DCMTK', comparePixels],
  orthanc: ['Orthanc pulls a study', validateWithOrthanc],
  ohif: ['OHIF opens an exam', validateWithOhif],
};

async function main(words: readonly string[]): Promise<number> {
  const viewer = new URL(`http://127.0.0.1:${await freePort()}`);
  const folder = await mkdtemp(join(tmpdir(), 'medcloud-interop-'));
  const { fixtures, close } = await startInteropApp(viewer.origin);
  let faultCount = 0;
  try {
    for (const [name, [title, check]] of Object.entries(checks)) {
      if (words.length > 0 && !words.includes(name)) continue;
      const findings = await check(fixtures, folder, viewer).catch((error: unknown) => [bad(String(error))]);
      print(title, findings);
      faultCount += findings.filter(({ verdict }) => verdict === 'bad').length;
    }
  } finally {
    await close();
    await rm(folder, { recursive: true, force: true });
  }
  return faultCount === 0 ? 0 : 1;
}

process.exitCode = await main(process.argv.slice(2));

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { partsOf } from '@medcloud/server/test/dicomweb/parts.ts';
import { bad, type Finding, good, missing } from './report.ts';
import { type ProgramOutput, runProgram } from './run-program.ts';
import type { InteropFixtures } from './start-interop-app.ts';

/** Validates the DICOMweb responses of the exam with DCMTK and dicom3tools. */
export async function validateWithDcmtk(fixtures: InteropFixtures, folder: string): Promise<Finding[]> {
  const { study, series } = fixtures;
  const response = await fixtures.fetchDicomWeb(
    `/studies/${study}/series/${series}`,
    'multipart/related; type="application/dicom"',
  );
  const parts = await partsOf(response);
  const findings = [compareBytes(fixtures, parts)];
  const path = join(folder, 'instance.dcm');
  await writeFile(path, parts[0]?.bytes ?? Buffer.alloc(0));
  const hasNoError = ({ code, text }: ProgramOutput) => code === 0 && !/^E: /m.test(text);
  findings.push(assessOutput('dcmdump (DCMTK)', await runProgram('dcmdump', [path]), hasNoError));
  // no error line is accepted; warnings concern attributes that no reader needs
  const isConformant = ({ text }: ProgramOutput) => !/^Error/m.test(text);
  findings.push(assessOutput('dciodvfy (dicom3tools)', await runProgram('dciodvfy', [path]), isConformant));
  findings.push(await compareMetadata(fixtures, path));
  return findings;
}

function compareBytes({ files }: InteropFixtures, parts: readonly { bytes: Buffer }[]): Finding {
  const isSame = parts.length === files.length && parts.every(({ bytes }) => files.some((file) => file.equals(bytes)));
  return isSame
    ? good(`${parts.length} instances are the bytes that were uploaded`)
    : bad('instances differ from the upload');
}

function assessOutput(
  program: string,
  output: ProgramOutput | null,
  isValid: (output: ProgramOutput) => boolean,
): Finding {
  if (output === null) return missing(program);
  if (isValid(output)) return good(`${program} finds no error`);
  const errorLines = output.text.split('\n').filter((line) => /^(E: |Error)/.test(line));
  return bad(`${program}: ${errorLines.slice(0, 5).join('; ')}`);
}

type Json = Record<string, { vr: string; Value?: unknown[] }>;

/** Compares DCMTK's DICOM JSON of the file with the metadata response. */
async function compareMetadata(fixtures: InteropFixtures, path: string): Promise<Finding> {
  const output = await runProgram('dcm2json', [path]);
  if (output === null) return missing('dcm2json (DCMTK)');
  const theirs: Json = JSON.parse(output.text.slice(output.text.indexOf('{'), output.text.lastIndexOf('}') + 1));
  const uid = String(theirs['00080018']?.Value?.[0]);
  const address = `/studies/${fixtures.study}/series/${fixtures.series}/instances/${uid}/metadata`;
  const [ours]: Json[] = JSON.parse(await (await fixtures.fetchDicomWeb(address, 'application/dicom+json')).text());
  // the character set differs: responses are UTF-8; bulk data have the server's own URIs
  const comparedTags = Object.keys(theirs).filter((tag) => theirs[tag]?.Value !== undefined && tag !== '00080005');
  const differingTags = comparedTags.filter((tag) => plain(theirs[tag]?.Value) !== plain(ours?.[tag]?.Value));
  return differingTags.length === 0
    ? good(`dcm2json (DCMTK) agrees with the metadata in ${comparedTags.length} attributes`)
    : bad(`dcm2json (DCMTK) disagrees with the metadata in ${differingTags.join(', ')}`);
}

/** Normalizes numbers: PS3.18 F.2.3 allows DS and IS as strings or numbers. */
function plain(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'string' && part.trim() !== '' && Number.isFinite(Number(part)) ? Number(part) : part,
  );
}

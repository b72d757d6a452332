import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { partsOf } from '@medcloud/server/test/dicomweb/parts.ts';
import type { Ground } from './ground.ts';
import { bad, type Finding, good, missing } from './report.ts';
import { runProgram, type Said } from './run-program.ts';

/** DCMTK and dicom3tools read what the portal gives out of the demonstration's kind of exam. */
export async function accepted(ground: Ground, folder: string): Promise<Finding[]> {
  const { study, series } = ground;
  const answer = await ground.ask(`/studies/${study}/series/${series}`, 'multipart/related; type="application/dicom"');
  const parts = await partsOf(answer);
  const findings = [sameBytes(ground, parts)];
  const path = join(folder, 'instance.dcm');
  await writeFile(path, parts[0]?.bytes ?? Buffer.alloc(0));
  const isSilent = ({ code, text }: Said) => code === 0 && !/^E: /m.test(text);
  findings.push(judged('dcmdump (DCMTK)', await runProgram('dcmdump', [path]), isSilent));
  // one line of an error is one too many; warnings are about attributes that nobody needs
  const isConformant = ({ text }: Said) => !/^Error/m.test(text);
  findings.push(judged('dciodvfy (dicom3tools)', await runProgram('dciodvfy', [path]), isConformant));
  findings.push(await sameJson(ground, path));
  return findings;
}

function sameBytes({ files }: Ground, parts: readonly { bytes: Buffer }[]): Finding {
  const isSame = parts.length === files.length && parts.every(({ bytes }) => files.some((file) => file.equals(bytes)));
  return isSame
    ? good(`${parts.length} instances are the bytes that were uploaded`)
    : bad('instances differ from the upload');
}

function judged(program: string, said: Said | null, isFine: (said: Said) => boolean): Finding {
  if (said === null) return missing(program);
  if (isFine(said)) return good(`${program} finds no error`);
  const complaints = said.text.split('\n').filter((line) => /^(E: |Error)/.test(line));
  return bad(`${program}: ${complaints.slice(0, 5).join('; ')}`);
}

type Json = Record<string, { vr: string; Value?: unknown[] }>;

/** What DCMTK writes as DICOM JSON of the file, beside what the portal answers as its metadata. */
async function sameJson(ground: Ground, path: string): Promise<Finding> {
  const said = await runProgram('dcm2json', [path]);
  if (said === null) return missing('dcm2json (DCMTK)');
  const theirs: Json = JSON.parse(said.text.slice(said.text.indexOf('{'), said.text.lastIndexOf('}') + 1));
  const uid = String(theirs['00080018']?.Value?.[0]);
  const address = `/studies/${ground.study}/series/${ground.series}/instances/${uid}/metadata`;
  const [ours]: Json[] = JSON.parse(await (await ground.ask(address, 'application/dicom+json')).text());
  // the character set is ours: all text leaves as UTF-8; bulk data have addresses of the portal's own
  const compared = Object.keys(theirs).filter((tag) => theirs[tag]?.Value !== undefined && tag !== '00080005');
  const differing = compared.filter((tag) => plain(theirs[tag]?.Value) !== plain(ours?.[tag]?.Value));
  return differing.length === 0
    ? good(`dcm2json (DCMTK) says the same of ${compared.length} attributes as the metadata`)
    : bad(`dcm2json (DCMTK) says otherwise of ${differing.join(', ')}`);
}

/** Numbers as numbers: PS3.18 F.2.3 lets DS and IS be either. */
function plain(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'string' && part.trim() !== '' && Number.isFinite(Number(part)) ? Number(part) : part,
  );
}

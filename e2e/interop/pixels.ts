import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { testFile } from '@medcloud/dicom/test/test-files.ts';
import { type Samples, samplesOf } from '@medcloud/server/test/dicomweb/samples-of.ts';
import type { Ground } from './ground.ts';
import { bad, type Finding, good, missing } from './report.ts';
import { runProgram } from './run-program.ts';

interface Compared {
  readonly name: string;
  /** Of a grey one: center and width. */
  readonly window?: readonly [number, number];
  /** DCMTK has a program a family of codecs. */
  readonly program?: 'dcml2pnm';
  /** What DCMTK must be told. */
  readonly told?: string;
}

/** A file of each kind of pixels that both decode without loss, or by the same library. */
const compared: readonly Compared[] = [
  { name: 'CT_small.dcm', window: [300, 1_000] },
  { name: 'MR_small.dcm', window: [600, 1_600] },
  { name: 'MR_small_bigendian.dcm', window: [600, 1_600] },
  { name: 'MR_small_RLE.dcm', window: [600, 1_600] },
  { name: 'MR_small_jpeg_ls_lossless.dcm', window: [600, 1_600], program: 'dcml2pnm' },
  { name: 'SC_rgb_rle.dcm' },
  { name: 'SC_rgb_jpeg_gdcm.dcm' },
  { name: 'SC_rgb_jpeg_dcmtk.dcm' },
  // says RGB and is YCbCr, as its colour at half the resolution tells
  { name: 'SC_rgb_jpeg_lossy_gdcm.dcm', told: '+cl' },
  { name: 'SC_rgb_small_odd_jpeg.dcm' },
];

/** Ten files' pictures as the portal renders them beside DCMTK's, sample by sample. */
export async function pixels(ground: Ground, folder: string): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const one of compared) findings.push(await compare(ground, folder, one));
  return findings;
}

async function compare(ground: Ground, folder: string, one: Compared): Promise<Finding> {
  const { name, program = 'dcmj2pnm' } = one;
  const bytes = Buffer.from(testFile(`test_files/${name}`));
  const theirs = await painted(folder, bytes, one);
  if (theirs === null) return missing(`${program} (DCMTK), for ${name}`);
  const ours = await rendered(ground, bytes, one);
  if (ours.width !== theirs.width || ours.height !== theirs.height) return bad(`${name}: another size`);
  const most = ours.rgb.reduce(
    (found, sample, place) => Math.max(found, Math.abs(sample - (theirs.rgb[place] ?? 0))),
    0,
  );
  const count = ours.rgb.length / 3;
  return most === 0 ? good(`${name}: ${count} pixels as DCMTK's`) : bad(`${name}: samples differ by up to ${most}`);
}

async function rendered({ center, upload }: Ground, bytes: Buffer, { window }: Compared): Promise<Samples> {
  const { examId, study, series } = await upload(bytes);
  const path = `/dicom-web/exams/${examId}/studies/${study}/series/${series}/instances`;
  const listed = await center.client.raw('GET', path);
  const uid = /"00080018":\{"vr":"UI","Value":\["([\d.]+)"/.exec(await listed.text())?.[1];
  const query = window === undefined ? '' : `?window=${window.join()},linear`;
  const answer = await center.client.raw('GET', `${path}/${uid}/rendered${query}`, {
    headers: { accept: 'image/png' },
  });
  if (!answer.ok) throw new Error(`A picture was not rendered: ${answer.status}`);
  return await samplesOf(Buffer.from(await answer.arrayBuffer()));
}

async function painted(folder: string, bytes: Buffer, one: Compared): Promise<Samples | null> {
  const { window, program = 'dcmj2pnm', told } = one;
  const [from, to] = [join(folder, 'compared.dcm'), join(folder, 'compared.pnm')];
  await writeFile(from, bytes);
  const said = await runProgram(program, [
    '+op',
    ...(told ? [told] : []),
    ...(window ? ['+Ww', ...window.map(String)] : []),
    from,
    to,
  ]);
  if (said === null) return null;
  if (said.code !== 0) throw new Error(`DCMTK did not paint ${one.name}`);
  return readPnm(await readFile(to));
}

/** A raw portable map of 8 bits: P5 is grey, P6 colour. */
function readPnm(file: Buffer): Samples {
  const head = /^P([56])\s+(?:#[^\n]*\n)?(\d+)\s+(\d+)\s+255\s/.exec(file.toString('latin1', 0, 200));
  if (head === null) throw new Error('DCMTK wrote another kind of picture');
  const samples = file.subarray(head[0].length);
  const rgb = head[1] === '6' ? samples : Buffer.from([...samples].flatMap((sample) => [sample, sample, sample]));
  return { width: Number(head[2]), height: Number(head[3]), rgb };
}

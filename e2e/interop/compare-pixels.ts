import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { testFile } from '@medcloud/dicom/test/test-files.ts';
import { type Samples, samplesOf } from '@medcloud/server/test/dicomweb/samples-of.ts';
import { bad, type Finding, good, missing } from './report.ts';
import { runProgram } from './run-program.ts';
import type { InteropFixtures } from './start-interop-app.ts';

interface PixelCase {
  readonly name: string;
  /** Center and width of a grayscale image. */
  readonly window?: readonly [number, number];
  /** DCMTK has one program for each codec family. */
  readonly program?: 'dcml2pnm';
  /** A command line option for DCMTK. */
  readonly option?: string;
}

/** One file for each kind of pixels that both decode without loss or with the same library. */
const pixelCases: readonly PixelCase[] = [
  { name: 'CT_small.dcm', window: [300, 1_000] },
  { name: 'MR_small.dcm', window: [600, 1_600] },
  { name: 'MR_small_bigendian.dcm', window: [600, 1_600] },
  { name: 'MR_small_RLE.dcm', window: [600, 1_600] },
  { name: 'MR_small_jpeg_ls_lossless.dcm', window: [600, 1_600], program: 'dcml2pnm' },
  { name: 'SC_rgb_rle.dcm' },
  { name: 'SC_rgb_jpeg_gdcm.dcm' },
  { name: 'SC_rgb_jpeg_dcmtk.dcm' },
  // declares RGB but is YCbCr, as its subsampled color shows
  { name: 'SC_rgb_jpeg_lossy_gdcm.dcm', option: '+cl' },
  { name: 'SC_rgb_small_odd_jpeg.dcm' },
];

/** Compares the server's rendered images of ten files with DCMTK's, sample by sample. */
export async function comparePixels(fixtures: InteropFixtures, folder: string): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const pixelCase of pixelCases) findings.push(await compareFile(fixtures, folder, pixelCase));
  return findings;
}

async function compareFile(fixtures: InteropFixtures, folder: string, pixelCase: PixelCase): Promise<Finding> {
  const { name, program = 'dcmj2pnm' } = pixelCase;
  const bytes = Buffer.from(testFile(`test_files/${name}`));
  const theirs = await renderWithDcmtk(folder, bytes, pixelCase);
  if (theirs === null) return missing(`${program} (DCMTK), for ${name}`);
  const ours = await renderWithApp(fixtures, bytes, pixelCase);
  if (ours.width !== theirs.width || ours.height !== theirs.height) return bad(`${name}: another size`);
  const maxDifference = ours.rgb.reduce(
    (found, sample, index) => Math.max(found, Math.abs(sample - (theirs.rgb[index] ?? 0))),
    0,
  );
  const count = ours.rgb.length / 3;
  return maxDifference === 0
    ? good(`${name}: ${count} pixels as DCMTK's`)
    : bad(`${name}: samples differ by up to ${maxDifference}`);
}

async function renderWithApp(
  { center, upload }: InteropFixtures,
  bytes: Buffer,
  { window }: PixelCase,
): Promise<Samples> {
  const { examId, study, series } = await upload(bytes);
  const path = `/dicom-web/exams/${examId}/studies/${study}/series/${series}/instances`;
  const listed = await center.client.raw('GET', path);
  const uid = /"00080018":\{"vr":"UI","Value":\["([\d.]+)"/.exec(await listed.text())?.[1];
  const query = window === undefined ? '' : `?window=${window.join()},linear`;
  const response = await center.client.raw('GET', `${path}/${uid}/rendered${query}`, {
    headers: { accept: 'image/png' },
  });
  if (!response.ok) throw new Error(`The image was not rendered: ${response.status}`);
  return await samplesOf(Buffer.from(await response.arrayBuffer()));
}

async function renderWithDcmtk(folder: string, bytes: Buffer, pixelCase: PixelCase): Promise<Samples | null> {
  const { window, program = 'dcmj2pnm', option } = pixelCase;
  const [from, to] = [join(folder, 'compared.dcm'), join(folder, 'compared.pnm')];
  await writeFile(from, bytes);
  const output = await runProgram(program, [
    '+op',
    ...(option ? [option] : []),
    ...(window ? ['+Ww', ...window.map(String)] : []),
    from,
    to,
  ]);
  if (output === null) return null;
  if (output.code !== 0) throw new Error(`DCMTK did not render ${pixelCase.name}`);
  return parsePnm(await readFile(to));
}

/** Parses a raw portable map of 8 bits: P5 is grayscale, P6 color. */
function parsePnm(file: Buffer): Samples {
  const header = /^P([56])\s+(?:#[^\n]*\n)?(\d+)\s+(\d+)\s+255\s/.exec(file.toString('latin1', 0, 200));
  if (header === null) throw new Error('DCMTK wrote an unexpected image format');
  const samples = file.subarray(header[0].length);
  const rgb = header[1] === '6' ? samples : Buffer.from([...samples].flatMap((sample) => [sample, sample, sample]));
  return { width: Number(header[2]), height: Number(header[3]), rgb };
}

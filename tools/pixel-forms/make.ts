/**
 * Makes the compressed files of `dicom/test/pixel-forms` with DCMTK and GDCM, which must be installed:
 * `node tools/pixel-forms/make.ts`.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { colorOrders, type GrayCoding, grayFiles, writeColor, writeGray } from '@medcloud/dicom/test/pixel-forms.ts';

import { type codecs, encodeAlone } from './encode-alone.ts';

const run = promisify(execFile);
const target = join(import.meta.dirname, '..', '..', 'dicom', 'test', 'pixel-forms');

type ProgramCoding = Exclude<GrayCoding, keyof typeof codecs>;
const encoders: Record<ProgramCoding, readonly [string, ...string[]]> = {
  'jpeg-ls': ['dcmcjpls'],
  'jpeg-2000': ['gdcmconv', '--j2k'],
  'jpeg-lossless': ['dcmcjpeg', '+e1'],
};
const orderOptions = { plane: '+in', line: '+il', pixel: '+is' };

const folder = await mkdtemp(join(tmpdir(), 'medcloud-forms-'));
const source = join(folder, 'source.dcm');
for (const { form, coding, name } of grayFiles) {
  if (coding === 'charls' || coding === 'openjpeg' || coding === 'openjph') {
    await writeFile(join(target, `${name}.dcm`), writeGray(form, name, { frame: await encodeAlone(form, coding) }));
    continue;
  }
  const [program, ...options] = encoders[coding];
  await writeFile(source, writeGray(form, name));
  await run(program, [...options, source, join(target, `${name}.dcm`)]);
}
for (const order of colorOrders) {
  const name = `color-jpeg-ls-${order}`;
  await writeFile(source, writeColor(name));
  await run('dcmcjpls', [orderOptions[order], source, join(target, `${name}.dcm`)]);
}
await rm(folder, { recursive: true });

import { createSeededRandom, mutate } from '@medcloud/dicom/test/mutate.ts';
import { testFile } from '@medcloud/dicom/test/test-files.ts';
import { buildZip } from '@medcloud/dicom/test/zip-builder.ts';
import { expect } from 'vitest';
import { ImagingFault } from '../imaging-fault.ts';
import { createMemoryAccess } from '../members/member-access.ts';
import { indexExam } from './index-exam.ts';

/** Damages exams with the seeds 1 to `seeds`, and expects that each is indexed or rejected with `ImagingFault`. */
export async function expectIndexedOrRefused(content: 'dcm' | 'zip', seeds: number): Promise<void> {
  const files = [
    'CT_small.dcm',
    'MR_small_RLE.dcm',
    'SC_rgb_jpeg_dcmtk.dcm',
    'nested_priv_SQ.dcm',
    'image_dfl.dcm',
  ].map((name) => testFile(`test_files/${name}`));
  for (let seed = 1; seed <= seeds; seed++) {
    const random = createSeededRandom(seed);
    const [one = new Uint8Array(), other = new Uint8Array()] = [
      files[random(files.length)],
      files[random(files.length)],
    ];
    const bytes =
      content === 'dcm'
        ? mutate(one, other, random)
        : buildZip([
            { name: 'A', content: Buffer.from(mutate(one, other, random)), method: seed % 2 ? 'deflated' : 'stored' },
            { name: 'B', content: Buffer.from(other) },
          ]);
    const damaged = content === 'zip' && seed % 3 === 0 ? mutate(bytes, other, random) : bytes;
    await indexExam('01990000-0000-7000-8000-000000000001', createMemoryAccess(damaged), content).catch(
      (error: unknown) => expect(error, `seed ${seed}`).toBeInstanceOf(ImagingFault),
    );
  }
}

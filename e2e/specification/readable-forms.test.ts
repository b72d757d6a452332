import { indexFrames, readHeadFrom, toDicomJson } from '@medcloud/dicom';
import type { DrawnImage } from '@medcloud/dicom/test/drawn-image.ts';
import { meaningOf } from '@medcloud/dicom/test/meaning-of-image.ts';
import { createSeededRandom } from '@medcloud/dicom/test/mutate.ts';
import { drawImage } from '@medcloud/dicom/test/random-forms.ts';
import { drawnCount, drawnSeed } from '@medcloud/dicom/test/test-run.ts';
import { isReadable } from '@medcloud/web/src/viewer/stack/is-readable.ts';
import { describe, expect, it } from 'vitest';

async function isReadableFile(file: Uint8Array): Promise<boolean> {
  const access = { sizeBytes: file.length, read: async (start: number, end: number) => file.subarray(start, end) };
  const head = await readHeadFrom(access, () => new Uint8Array(0));
  const [ranges = []] = await indexFrames(access, head);
  const bytes = new Uint8Array(ranges.flatMap(({ offset, length }) => [...file.subarray(offset, offset + length)]));
  return isReadable(toDicomJson(head.dataSet), { bytes, transferSyntax: head.transferSyntax });
}

const bigEndian = '1.2.840.10008.1.2.2';

/** Returns whether e2e/viewer/pixel-forms.deep.spec.ts shows such a form right: the codings are those of its files. */
function isShown(drawn: DrawnImage): boolean {
  const { samples, bitsAllocated, bitsStored, highBit, photometric, representation, planar, transferSyntax } =
    drawn.form;
  const isNative = drawn.frame.coding === 'native' || drawn.frame.coding === 'rle';
  const isWord = bitsAllocated === 16;
  if (meaningOf(drawn) === null || highBit !== bitsStored - 1 || drawn.frame.coding === 'deflate') return false;
  if (transferSyntax === bigEndian && !isWord) return false;
  if (samples === 3)
    return (
      bitsStored === 8 && !isWord && (isNative ? photometric !== 'YBR_FULL_422' : photometric === 'RGB' && planar === 0)
    );
  if (photometric === 'PALETTE COLOR') return isNative && bitsAllocated === 8 && representation === 0;
  return isWord || (bitsAllocated === 8 && representation === 0);
}

describe(`${drawnCount} forms drawn at random (FORMS_SEED=${drawnSeed})`, () => {
  it('are read by the browser only if its tests show them right', async () => {
    const unproven: string[] = [];
    let readable = 0;
    for (let number = 0; number < drawnCount; number++) {
      const drawn = drawImage(createSeededRandom(drawnSeed + number));
      // the metadata do not say the VR of the pixels, which only a wrong big-endian file has for words
      if (drawn.form.transferSyntax === bigEndian && drawn.form.vr === 'OB') continue;
      if (!(await isReadableFile(drawn.file))) continue;
      readable += 1;
      if (!isShown(drawn)) unproven.push(`${number} ${drawn.frame.coding} ${JSON.stringify(drawn.form)}`);
    }
    expect(unproven).toEqual([]);
    expect(readable).toBeGreaterThan(drawnCount / 20);
  });
});

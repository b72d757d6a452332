import { createSeededRandom, mutate } from '@medcloud/dicom/test/mutate.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isDeep, seed as runSeed } from '../harness/depth.ts';
import { examOf, problemOf } from '../harness/multipart.ts';
import { createImagingFixture, type ImagingFixture } from './create-imaging-fixture.ts';
import { pdf, renderImages, sendDocument, uploadAndIndexDocument } from './document-uploads.ts';

const mutants = isDeep ? 120 : 12;
const seed = Number(process.env.FUZZ_SEED ?? (isDeep ? runSeed : 22_11_26));

describe('document upload', () => {
  let fixture: ImagingFixture;
  let jpeg: Buffer;
  let png: Buffer;

  beforeAll(async () => {
    fixture = await createImagingFixture();
    ({ jpeg, png } = await renderImages());
  });
  afterAll(() => fixture.close());

  const send = (bytes: Buffer) => sendDocument(fixture, bytes);
  const uploadAndIndex = (bytes: Buffer) => uploadAndIndexDocument(fixture, bytes);
  const get = (path: string) => fixture.fixtures.centerA.client.raw('GET', path);

  it(`rejects or stores damaged documents, and keeps others unchanged: ${mutants} of FUZZ_SEED=${seed}`, async () => {
    const neighbor = await uploadAndIndex(jpeg);
    const codes = new Set<string>();
    for (let round = 0; round < mutants; round += 1) {
      const [original = pdf, other = png] =
        [
          [pdf, png],
          [jpeg, pdf],
          [png, jpeg],
        ][round % 3] ?? [];
      const random = createSeededRandom(seed + round);
      // every second one keeps its first and last bytes, and so passes the first checks
      const unchangedBytes = round % 2 === 0 ? 0 : 40;
      // copies: a slice of a Buffer shares its memory, so a mutation would change the original
      const inside = Uint8Array.from(original.subarray(unchangedBytes, original.length - unchangedBytes));
      const middle = mutate(inside, Uint8Array.from(other), random);
      const bytes = Buffer.concat([
        original.subarray(0, unchangedBytes),
        middle,
        original.subarray(original.length - unchangedBytes),
      ]);
      const response = await send(bytes);
      const reproduce = `FUZZ_SEED=${seed + round}, ${round % 3}, ${unchangedBytes}: ${response.text}`;
      if (response.status === 201) {
        const { id } = examOf(response);
        await fixture.waitUntilIndexed(id);
        expect((await fixture.exam(id)).status, reproduce).toBeOneOf(['completed', 'needs-attention']);
        codes.add('kept');
      } else {
        expect(response.status, reproduce).toBeOneOf([400, 413, 415, 422]);
        expect(problemOf(response).message, reproduce).toMatch(/^\p{Lu}.*\.$/u);
        codes.add('refused');
      }
    }
    expect([...codes].sort()).toEqual(['kept', 'refused']);
    const download = await get(`/api/download/${neighbor}`);
    expect(Buffer.from(await download.arrayBuffer()).equals(jpeg)).toBe(true);
    expect(await fixture.exam(await uploadAndIndex(png))).toMatchObject({
      status: 'completed',
      imaging_state: 'ready',
    });
  });
});

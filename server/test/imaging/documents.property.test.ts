import { drawsOf, mutate } from '@medcloud/dicom/test/mutate.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isDeep, seed as runSeed } from '../harness/depth.ts';
import { examOf, problemOf } from '../harness/multipart.ts';
import { drawPictures, pdf, preparedDocument, sendDocument } from './documents-ground.ts';
import { type ImagingGround, openImagingGround } from './ground.ts';

const mutants = isDeep ? 120 : 18;
const seed = Number(process.env.FUZZ_SEED ?? (isDeep ? runSeed : 22_11_26));

describe('a document', () => {
  let ground: ImagingGround;
  let jpeg: Buffer;
  let png: Buffer;

  beforeAll(async () => {
    ground = await openImagingGround();
    ({ jpeg, png } = await drawPictures());
  });
  afterAll(() => ground.close());

  const send = (bytes: Buffer) => sendDocument(ground, bytes);
  const prepared = (bytes: Buffer) => preparedDocument(ground, bytes);
  const get = (path: string) => ground.cast.centerA.client.raw('GET', path);

  it(`that is damaged is refused with a sentence or shown as it can be, and its neighbours stay: ${mutants} of FUZZ_SEED=${seed}`, async () => {
    const neighbour = await prepared(jpeg);
    const codes = new Set<string>();
    for (let round = 0; round < mutants; round += 1) {
      const [whole = pdf, other = png] =
        [
          [pdf, png],
          [jpeg, pdf],
          [png, jpeg],
        ][round % 3] ?? [];
      const draw = drawsOf(seed + round);
      // every other one keeps its first and last bytes, and so comes as far as the reader
      const kept = round % 2 === 0 ? 0 : 40;
      // copies: a Buffer's slice is no copy, and the mutations would change the file itself
      const inside = Uint8Array.from(whole.subarray(kept, whole.length - kept));
      const middle = mutate(inside, Uint8Array.from(other), draw);
      const bytes = Buffer.concat([whole.subarray(0, kept), middle, whole.subarray(whole.length - kept)]);
      const answer = await send(bytes);
      const reproduce = `FUZZ_SEED=${seed + round}, ${round % 3}, ${kept}: ${answer.text}`;
      if (answer.status === 201) {
        const { id } = examOf(answer);
        await ground.settled(id);
        expect((await ground.exam(id)).status, reproduce).toBeOneOf(['completed', 'needs-attention']);
        codes.add('kept');
      } else {
        expect(answer.status, reproduce).toBeOneOf([400, 413, 415, 422]);
        expect(problemOf(answer).message, reproduce).toMatch(/^\p{Lu}.*\.$/u);
        codes.add('refused');
      }
    }
    expect([...codes].sort()).toEqual(['kept', 'refused']);
    const download = await get(`/api/download/${neighbour}`);
    expect(Buffer.from(await download.arrayBuffer()).equals(jpeg)).toBe(true);
    expect(await ground.exam(await prepared(png))).toMatchObject({ status: 'completed', imaging_state: 'ready' });
  });
});

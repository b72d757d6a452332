import { hasNativePixels, indexFrames, readHeadFrom } from '@medcloud/dicom';
import type { DrawnImage } from '@medcloud/dicom/test/drawn-image.ts';
import { type Meaning, meaningOf } from '@medcloud/dicom/test/meaning-of-image.ts';
import { createSeededRandom } from '@medcloud/dicom/test/mutate.ts';
import { drawImage } from '@medcloud/dicom/test/random-forms.ts';
import { drawnCount, drawnSeed } from '@medcloud/dicom/test/test-run.ts';
import { describe, expect, it } from 'vitest';
import { createMemoryAccess } from '../../members/member-access.ts';
import { type PixelAttributes, pixelAttributesOf, type Window } from '../pixel-attributes.ts';
import { RenderFault } from '../render-fault.ts';
import { renderFrame } from '../render-frame.ts';
import type { RenderedFrame } from '../rendered-frame.ts';
import { decodedPhotometric } from './decode-frame.ts';
import { decodeNative } from './decode-native.ts';

const explicitLittle = '1.2.840.10008.1.2.1';

type Outcome = RenderedFrame | 'unsupported';

interface Frame {
  readonly bytes: Uint8Array;
  readonly attributes: PixelAttributes;
  readonly transferSyntax: string;
}

/** How a frame is shown: as it is, and as the native pixels of a transcoded instance. */
const ways = {
  render: ({ bytes, attributes, transferSyntax }: Frame, window: Window) =>
    renderFrame(bytes, attributes, transferSyntax, window),
  transcode: async ({ bytes, attributes, transferSyntax }: Frame, window: Window) => {
    const pixels = await decodeNative(bytes, attributes, transferSyntax);
    const isNative = hasNativePixels(transferSyntax);
    const photometric = isNative ? attributes.photometric : decodedPhotometric(attributes.photometric, transferSyntax);
    return await renderFrame(pixels, { ...attributes, photometric, swappedBytes: 1 }, explicitLittle, window);
  },
};

async function show(file: Uint8Array, way: keyof typeof ways, window: Window): Promise<Outcome> {
  const access = createMemoryAccess(file);
  const head = await readHeadFrom(access, () => Buffer.alloc(0));
  const [ranges = []] = await indexFrames(access, head);
  const bytes = Buffer.concat(ranges.map(({ offset, length }) => file.subarray(offset, offset + length)));
  try {
    return await ways[way](
      { bytes, attributes: pixelAttributesOf(head, 1), transferSyntax: head.transferSyntax },
      window,
    );
  } catch (error) {
    if (error instanceof RenderFault && error.code === 'unsupported') return 'unsupported';
    throw error;
  }
}

/** A window of all values, and a narrow one about one of them, which shows the lowest bits. */
function windowsOf(meaning: Meaning | null, place: number): readonly Window[] {
  const shape = 'linear-exact';
  if (meaning?.kind !== 'gray') return [{ center: 128, width: 256, shape }];
  const { low, range, values } = meaning;
  return [
    { center: low + range / 2, width: range, shape },
    { center: values[place % values.length] ?? 0, width: 256, shape },
  ];
}

/** Returns the shades that PS3.3 C.11.2.1.3.2 gives. */
const shadesOf = (values: readonly number[], { center, width }: Window, isInverted: boolean) =>
  values.map((value) => {
    const share = Math.min(1, Math.max(0, (value - center) / width + 0.5));
    return isInverted ? 255 - Math.round(255 * share) : Math.round(255 * share);
  });

/** Returns how far the image is from its meaning: 0 to 255, or infinitely far. */
function distance(outcome: RenderedFrame, { form }: DrawnImage, meaning: Meaning | null, window: Window): number {
  if (meaning === null || outcome.width !== form.columns || outcome.height !== form.rows)
    return Number.POSITIVE_INFINITY;
  const isGray = meaning.kind === 'gray';
  const expected = isGray ? shadesOf(meaning.values, window, form.photometric === 'MONOCHROME1') : meaning.colors;
  const shown = outcome.channels === 1 ? outcome.pixels : outcome.pixels.filter((_, at) => at % 4 < 3);
  if (shown.length !== expected.length) return Number.POSITIVE_INFINITY;
  return expected.reduce((most, value, at) => Math.max(most, Math.abs(value - (shown[at] ?? 999))), 0);
}

describe(`${drawnCount} forms drawn at random (FORMS_SEED=${drawnSeed})`, () => {
  it.each(['render', 'transcode'] as const)('%s as their header says, or are refused', async (way) => {
    const wrong: string[] = [];
    let rendered = 0;
    for (let number = 0; number < drawnCount; number++) {
      const drawn = drawImage(createSeededRandom(drawnSeed + number));
      const meaning = meaningOf(drawn);
      for (const window of windowsOf(meaning, number)) {
        const outcome = await show(drawn.file, way, window).catch((error: unknown) => String(error));
        if (outcome === 'unsupported') continue;
        rendered += 1;
        const far = typeof outcome === 'string' ? outcome : distance(outcome, drawn, meaning, window);
        const tolerance = meaning?.kind === 'color' ? meaning.tolerance : 0;
        if (typeof far === 'string' || far > tolerance)
          wrong.push(`${number} ${drawn.frame.coding} ${far} ${JSON.stringify(drawn.form)}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(rendered).toBeGreaterThan(drawnCount / 10);
  });
});

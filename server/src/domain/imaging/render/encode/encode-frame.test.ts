import { indexFrames, readHeadFrom } from '@medcloud/dicom';
import {
  colorValues,
  type GrayForm,
  gray12,
  grayFiles,
  grayValues,
  readForm,
  readStoredValues,
  writeForm,
  writeGray,
} from '@medcloud/dicom/test/pixel-forms.ts';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { createMemoryAccess } from '../../members/member-access.ts';
import { decodeNative } from '../decode/decode-native.ts';
import { pixelAttributesOf } from '../pixel-attributes.ts';
import { encodeFrame, jpegBaseline } from './encode-frame.ts';
import { losslessSyntaxes } from './encoders.ts';

async function readFrame(file: Uint8Array) {
  const access = createMemoryAccess(file);
  const head = await readHeadFrom(access, () => Buffer.alloc(0));
  const [ranges = []] = await indexFrames(access, head);
  const bytes = Buffer.concat(ranges.map(({ offset, length }) => file.subarray(offset, offset + length)));
  return { bytes, attributes: pixelAttributesOf(head, 1), stored: head.transferSyntax };
}

/** Reads the colors as a frame by pixel (0) or by plane (1). */
async function readColor(planarConfiguration: 0 | 1) {
  const values = colorValues();
  const planes = [0, 1, 2].flatMap((color) => values.filter((_, at) => at % 3 === color));
  const file = writeForm({
    name: `color-${planarConfiguration}`,
    samples: 3,
    photometric: 'RGB',
    bitsAllocated: 8,
    bitsStored: 8,
    highBit: 7,
    isSigned: false,
    pixels: { tag: 0x7fe00010, vr: 'OB', value: Uint8Array.from(planarConfiguration === 1 ? planes : values) },
  });
  const { bytes, attributes, stored } = await readFrame(file);
  return { bytes, attributes: { ...attributes, planarConfiguration }, stored };
}

// Our decoder takes no JPEG 2000 image of signed bytes, because known encoders write it wrong.
const isRefused = (form: GrayForm, syntax: string) =>
  syntax !== '1.2.840.10008.1.2.4.80' && form.isSigned && form.bitsStored <= 8;

describe('encodeFrame', () => {
  it.each(losslessSyntaxes)(
    'encodes every proven gray form as %s, or says that it has no such form',
    async (syntax) => {
      for (const { form, name } of grayFiles) {
        const { bytes, attributes, stored } = await readFrame(readForm(name));
        const encoding = encodeFrame(bytes, attributes, stored, syntax);
        if (isRefused(form, syntax)) {
          await expect(encoding, name).rejects.toMatchObject({ code: 'not_encodable' });
          continue;
        }
        const aligned = { ...attributes, highBit: attributes.bitsStored - 1 };
        const decoded = await decodeNative(await encoding, aligned, syntax);
        expect(readStoredValues(decoded, aligned), name).toEqual(grayValues(form));
      }
    },
  );

  it.each(losslessSyntaxes)('encodes native gray and color as %s', async (syntax) => {
    const gray = await readFrame(writeGray(gray12));
    const encoded = await encodeFrame(gray.bytes, gray.attributes, gray.stored, syntax);
    const decoded = await decodeNative(encoded, gray.attributes, syntax);
    expect(readStoredValues(decoded, gray12)).toEqual(grayValues(gray12));
    for (const planar of [0, 1] as const) {
      const color = await readColor(planar);
      const frame = await encodeFrame(color.bytes, color.attributes, color.stored, syntax);
      const byPixel = { ...color.attributes, planarConfiguration: 0 };
      expect([...(await decodeNative(frame, byPixel, syntax))]).toEqual(colorValues());
    }
  });

  it('encodes 8 bits as JPEG Baseline, with a small loss, and no other bits', async () => {
    const color = await readColor(1);
    const jpeg = await encodeFrame(color.bytes, color.attributes, color.stored, jpegBaseline);
    expect(await sharp(jpeg).metadata()).toMatchObject({ format: 'jpeg', chromaSubsampling: '4:4:4' });
    const shown = await sharp(jpeg).raw().toBuffer();
    const differences = colorValues().map((value, at) => Math.abs(value - (shown[at] ?? -255)));
    expect(differences.reduce((sum, one) => sum + one, 0) / differences.length).toBeLessThan(8);
    const bytes = await readFrame(readForm('gray-8-8-7-jpeg-ls'));
    const gray = await encodeFrame(bytes.bytes, bytes.attributes, bytes.stored, jpegBaseline);
    expect(await sharp(gray).metadata()).toMatchObject({
      format: 'jpeg',
      channels: 1,
      width: bytes.attributes.columns,
    });
    for (const name of ['gray-16-12-11-jpeg-ls', 'gray-8-7-6-jpeg-ls']) {
      const other = await readFrame(readForm(name));
      const encoding = encodeFrame(other.bytes, other.attributes, other.stored, jpegBaseline);
      await expect(encoding, name).rejects.toMatchObject({ code: 'not_encodable' });
    }
  });

  it('says of a damaged frame that it cannot be decoded', async () => {
    const { bytes, attributes, stored } = await readFrame(readForm('gray-16-12-11-jpeg-ls'));
    const encoding = encodeFrame(bytes.subarray(0, 60), attributes, stored, '1.2.840.10008.1.2.4.90');
    await expect(encoding).rejects.toMatchObject({ code: 'unsupported' });
  });
});

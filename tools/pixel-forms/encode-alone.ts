import {
  type CompressedFrame,
  formHeight,
  formWidth,
  type GrayForm,
  grayValues,
} from '@medcloud/dicom/test/pixel-forms.ts';

/** The codecs of npm without DCMTK or GDCM around them: a codestream with as many bits as are stored. */
export const codecs = {
  charls: {
    module: '@cornerstonejs/codec-charls/wasmjs',
    encoder: 'JpegLSEncoder',
    transferSyntax: '1.2.840.10008.1.2.4.80',
  },
  openjpeg: {
    module: '@cornerstonejs/codec-openjpeg/wasmjs',
    encoder: 'J2KEncoder',
    transferSyntax: '1.2.840.10008.1.2.4.90',
  },
  openjph: {
    module: '@cornerstonejs/codec-openjph/wasmjs',
    encoder: 'HTJ2KEncoder',
    transferSyntax: '1.2.840.10008.1.2.4.201',
  },
} as const;

interface Encoder {
  getDecodedBuffer(frame: object): Uint8Array;
  getEncodedBuffer(): Uint8Array;
  setQuality?(isLossless: boolean, quantization: number): void;
  setDecompositions?(count: number): void;
  setNearLossless?(difference: number): void;
  encode(): void;
}
type Codec = Record<string, new () => Encoder>;

const opened = new Map<string, Promise<Codec>>();

async function openCodec(module: string): Promise<Codec> {
  const { default: open }: { default: (options: object) => Promise<Codec> } = await import(module);
  return await open({ print: () => undefined, printErr: () => undefined });
}

/** Compresses a gray form without loss. */
export async function encodeAlone(form: GrayForm, coding: keyof typeof codecs): Promise<CompressedFrame> {
  const { module, encoder: name, transferSyntax } = codecs[coding];
  const codec = opened.get(module) ?? openCodec(module);
  opened.set(module, codec);
  const Encoder = (await codec)[name];
  if (Encoder === undefined) throw new Error(`${module} has no ${name}.`);
  const encoder = new Encoder();
  // JPEG-LS has no sign: the stored bits are a number without one
  const isSigned = form.isSigned && coding !== 'charls';
  const range = 2 ** form.bitsStored;
  const stored = grayValues(form).map((value) => (isSigned ? value : (value + range) % range));
  const pixels = form.bitsStored <= 8 ? Int8Array.from(stored) : Int16Array.from(stored);
  const info = {
    width: formWidth,
    height: formHeight,
    bitsPerSample: form.bitsStored,
    componentCount: 1,
    isSigned,
    isUsingColorTransform: false,
  };
  encoder.getDecodedBuffer(info).set(new Uint8Array(pixels.buffer));
  encoder.setQuality?.(true, 0);
  encoder.setDecompositions?.(2);
  encoder.setNearLossless?.(0);
  encoder.encode();
  return { bytes: Uint8Array.from(encoder.getEncodedBuffer()), transferSyntax };
}

import { RenderFault } from '../render-fault.ts';

/** How a codec takes native samples: by pixel, a byte each up to 8 bits, else two, low byte first. */
export interface FrameInfo {
  readonly width: number;
  readonly height: number;
  readonly bitsPerSample: number;
  readonly componentCount: number;
  readonly isSigned: boolean;
  readonly isUsingColorTransform: boolean;
}

/** Encodes a frame without loss. Throws if the codec does. */
export type Encoder = (samples: Uint8Array, frame: FrameInfo) => Uint8Array<ArrayBuffer>;

/** The lossless transfer syntaxes that frames can be encoded in (PS3.5 A.4.3, A.4.4, A.4.13). */
export const losslessSyntaxes = [
  '1.2.840.10008.1.2.4.80',
  '1.2.840.10008.1.2.4.90',
  '1.2.840.10008.1.2.4.201',
  '1.2.840.10008.1.2.4.202',
] as const;
export type LosslessSyntax = (typeof losslessSyntaxes)[number];

/** The part of the codecs' encoders that is used here; the packages have no types. */
interface WasmEncoder {
  getDecodedBuffer(frame: FrameInfo): Uint8Array;
  getEncodedBuffer(): Uint8Array;
  encode(): void;
  delete(): void;
}
interface JpegLsEncoder extends WasmEncoder {
  setNearLossless(difference: number): void;
  setInterleaveMode(mode: number): void;
}
interface Jpeg2000Encoder extends WasmEncoder {
  setQuality(isLossless: boolean, quantization: number): void;
  setDecompositions(count: number): void;
}
interface Htj2kEncoder extends Jpeg2000Encoder {
  setProgressionOrder(order: number): void;
  setTLMMarker(isOn: boolean): void;
}

const byPixel = 2;
// Resolution first: the beginning of a frame is a small version of it.
const rpcl = 2;
const maxDecompositions = 5;

const loadJpegLs = () =>
  loadWasm<JpegLsEncoder>(
    () => import('@cornerstonejs/codec-charls/wasmjs'),
    'JpegLSEncoder',
    (encoder, { componentCount }) => {
      encoder.setNearLossless(0);
      encoder.setInterleaveMode(componentCount > 1 ? byPixel : 0);
    },
  );
const loadJpeg2000 = () =>
  loadWasm<Jpeg2000Encoder>(
    () => import('@cornerstonejs/codec-openjpeg/wasmjs'),
    'J2KEncoder',
    (encoder, { width, height }) => {
      encoder.setQuality(true, 0);
      // OpenJPEG refuses more of them than the shorter side can be halved
      encoder.setDecompositions(Math.min(maxDecompositions, Math.floor(Math.log2(Math.min(width, height)))));
    },
  );
const loadHtj2k = () =>
  loadWasm<Htj2kEncoder>(
    () => import('@cornerstonejs/codec-openjph/wasmjs'),
    'HTJ2KEncoder',
    (encoder) => {
      encoder.setQuality(true, 0);
      encoder.setProgressionOrder(rpcl);
      encoder.setTLMMarker(true);
      encoder.setDecompositions(maxDecompositions);
    },
  );

const loaders: Readonly<Record<LosslessSyntax, () => Promise<Encoder>>> = {
  '1.2.840.10008.1.2.4.80': loadJpegLs,
  '1.2.840.10008.1.2.4.90': loadJpeg2000,
  '1.2.840.10008.1.2.4.201': loadHtj2k,
  '1.2.840.10008.1.2.4.202': loadHtj2k,
};

const loaded = new Map<() => Promise<Encoder>, Promise<Encoder>>();

/** Returns the encoder of a transfer syntax. Rejects with `RenderFault` `missing`. */
export function encoderOf(transferSyntax: LosslessSyntax): Promise<Encoder> {
  const load = loaders[transferSyntax];
  const encoder = loaded.get(load) ?? load();
  loaded.set(load, encoder);
  return encoder;
}

type Configure<Codec> = (encoder: Codec, frame: FrameInfo) => void;

async function loadWasm<Codec extends WasmEncoder>(
  load: () => Promise<{ default: (options: object) => Promise<unknown> }>,
  name: string,
  configure: Configure<Codec>,
): Promise<Encoder> {
  try {
    // OpenJPEG prints what it does
    const codec = await (await load()).default({ print: () => undefined, printErr: () => undefined });
    const Encoder = hasClass<Codec>(codec, name) ? codec[name] : undefined;
    if (Encoder === undefined) throw new TypeError(`The codec has no ${name}`);
    return (samples, frame) => encodeOnce(new Encoder(), samples, frame, configure);
  } catch (error) {
    throw new RenderFault('missing', { cause: error });
  }
}

const hasClass = <Codec>(codec: unknown, name: string): codec is Record<string, new () => Codec> =>
  typeof codec === 'object' && codec !== null && name in codec;

function encodeOnce<Codec extends WasmEncoder>(
  encoder: Codec,
  samples: Uint8Array,
  frame: FrameInfo,
  configure: Configure<Codec>,
): Uint8Array<ArrayBuffer> {
  try {
    encoder.getDecodedBuffer(frame).set(samples);
    configure(encoder, frame);
    encoder.encode();
    return Uint8Array.from(encoder.getEncodedBuffer()); // the encoder's memory is invalid afterwards
  } finally {
    encoder.delete();
  }
}

import { RenderFault } from '../render-fault.ts';

/** The part of the codecs' decoders that is used here; the packages have no types. */
interface WasmDecoder {
  getEncodedBuffer(bytes: number): Uint8Array;
  getDecodedBuffer(): Uint8Array;
  decode(): void;
  delete(): void;
}
type DecoderClass = new () => WasmDecoder;

/** Decodes a compressed image to its samples as the codec orders them, a byte each up to 8 bits, else two, low first. */
export type Decoder = (encoded: Uint8Array, bits: number) => Uint8Array;

// OpenJPEG prints what it does. A codec adds its classes to the options, so each needs its own.
const silent = () => ({ print: () => undefined, printErr: () => undefined });

const loadJpegLs = () => loadWasm(() => import('@cornerstonejs/codec-charls/decodewasmjs'), 'JpegLSDecoder');
const loadJpeg2000 = () => loadWasm(() => import('@cornerstonejs/codec-openjpeg/decodewasmjs'), 'J2KDecoder');
const loadHtj2k = () => loadWasm(() => import('@cornerstonejs/codec-openjph/wasmjs'), 'HTJ2KDecoder');

// PS3.6 table A-1. Lossy JPEG, whose color needs more than decoding, is read by dcmjs-imaging.
const loaders: ReadonlyMap<string, () => Promise<Decoder>> = new Map([
  ['1.2.840.10008.1.2.4.57', loadLossless],
  ['1.2.840.10008.1.2.4.70', loadLossless],
  ['1.2.840.10008.1.2.4.80', loadJpegLs],
  ['1.2.840.10008.1.2.4.81', loadJpegLs],
  ['1.2.840.10008.1.2.4.90', loadJpeg2000],
  ['1.2.840.10008.1.2.4.91', loadJpeg2000],
  ['1.2.840.10008.1.2.4.201', loadHtj2k],
  ['1.2.840.10008.1.2.4.202', loadHtj2k],
  ['1.2.840.10008.1.2.4.203', loadHtj2k],
]);

/** By loader: a codec cannot be opened twice in one thread. */
const loaded = new Map<() => Promise<Decoder>, Promise<Decoder>>();

export const hasDecoder = (transferSyntax: string) => loaders.has(transferSyntax);

/** Returns the decoder of a transfer syntax, or undefined if it has none here. Rejects with `RenderFault` `missing`. */
export function decoderOf(transferSyntax: string): Promise<Decoder> | undefined {
  const load = loaders.get(transferSyntax);
  if (load === undefined) return undefined;
  const decoder = loaded.get(load) ?? load();
  loaded.set(load, decoder);
  return decoder;
}

async function loadWasm(
  load: () => Promise<{ default: (options: object) => Promise<unknown> }>,
  name: string,
): Promise<Decoder> {
  try {
    const codec = await (await load()).default(silent());
    if (!hasClass(codec, name)) throw new TypeError(`The codec has no ${name}`);
    const Decoder = codec[name];
    if (Decoder === undefined) throw new TypeError(`The codec has no ${name}`);
    return (encoded) => decodeOnce(Decoder, encoded);
  } catch (error) {
    throw new RenderFault('missing', { cause: error });
  }
}

const hasClass = (codec: unknown, name: string): codec is Record<string, DecoderClass> =>
  typeof codec === 'object' && codec !== null && name in codec;

function decodeOnce(Decoder: DecoderClass, encoded: Uint8Array): Uint8Array {
  const decoder = new Decoder();
  try {
    decoder.getEncodedBuffer(encoded.length).set(encoded);
    decoder.decode();
    return Uint8Array.from(decoder.getDecodedBuffer()); // the decoder's memory is invalid afterwards
  } finally {
    decoder.delete();
  }
}

async function loadLossless(): Promise<Decoder> {
  const { Decoder } = await import('@cornerstonejs/jpeg-lossless-decoder-js').catch((error: unknown) => {
    throw new RenderFault('missing', { cause: error });
  });
  return (encoded, bits) => {
    const own = Uint8Array.from(encoded);
    const { buffer, byteOffset, byteLength } = new Decoder().decode(own.buffer, 0, own.length, bits > 8 ? 2 : 1);
    return new Uint8Array(buffer, byteOffset, byteLength);
  };
}

declare module '@cornerstonejs/codec-charls/wasmjs' {
  /** The package has no types; encoders.ts declares those it uses. */
  export default function open(options: object): Promise<unknown>;
}
declare module '@cornerstonejs/codec-openjpeg/wasmjs' {
  /** The package has no types; encoders.ts declares those it uses. */
  export default function open(options: object): Promise<unknown>;
}
declare module '@cornerstonejs/codec-openjph/wasmjs' {
  /** The package has no types; encoders.ts and decoders.ts declare those they use. */
  export default function open(options: object): Promise<unknown>;
}
declare module '@cornerstonejs/codec-charls/decodewasmjs' {
  /** The package has no types; decoders.ts declares those it uses. */
  export default function open(options: object): Promise<unknown>;
}
declare module '@cornerstonejs/codec-openjpeg/decodewasmjs' {
  /** The package has no types; decoders.ts declares those it uses. */
  export default function open(options: object): Promise<unknown>;
}

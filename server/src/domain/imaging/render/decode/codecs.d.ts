declare module '@cornerstonejs/codec-charls/decodewasmjs' {
  /** The package has no types; decoders.ts declares those it uses. */
  export default function open(options: object): Promise<unknown>;
}
declare module '@cornerstonejs/codec-openjpeg/decodewasmjs' {
  /** The package has no types; decoders.ts declares those it uses. */
  export default function open(options: object): Promise<unknown>;
}

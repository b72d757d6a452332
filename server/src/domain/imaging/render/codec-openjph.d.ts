declare module '@cornerstonejs/codec-openjph/wasmjs' {
  /** The package has no types; encode-htj2k.ts declares those it uses. */
  export default function open(options?: object): Promise<unknown>;
}

declare module '@cornerstonejs/codec-openjph/wasmjs' {
  /** Its package has no types: encode-htj2k.ts says what it uses of it. */
  export default function open(): Promise<unknown>;
}

/**
 * Why there is no picture of a frame: `no_pixels`, it has none; `unsupported`, they are written in a way that nothing here
 * reads; `too_large`; `missing`, a program that is needed for it could not be loaded on this machine.
 */
export type RenderFaultCode = 'no_pixels' | 'unsupported' | 'too_large' | 'missing';

export class RenderFault extends Error {
  override readonly name = 'RenderFault';
  readonly code: RenderFaultCode;

  constructor(code: RenderFaultCode, options?: ErrorOptions) {
    super(`No picture can be made: ${code}`, options);
    this.code = code;
  }
}

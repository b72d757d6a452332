/**
 * Why a frame cannot be rendered: `no_pixels`, it has none; `unsupported`, its encoding cannot be decoded here;
 * `too_large`; `missing`, a required module cannot be loaded on this machine.
 */
export type RenderFaultCode = 'no_pixels' | 'unsupported' | 'too_large' | 'missing';

export class RenderFault extends Error {
  override readonly name = 'RenderFault';
  readonly code: RenderFaultCode;

  constructor(code: RenderFaultCode, options?: ErrorOptions) {
    super(`The frame cannot be rendered: ${code}`, options);
    this.code = code;
  }
}

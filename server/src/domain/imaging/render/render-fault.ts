/**
 * Why a frame cannot be rendered: `no_pixels`, it has none; `unsupported`, its encoding cannot be decoded here;
 * `not_encodable`, it has no form in the requested transfer syntax; `too_large`; `missing`, a required module cannot be
 * loaded on this machine.
 */
export type RenderFaultCode = 'no_pixels' | 'unsupported' | 'not_encodable' | 'too_large' | 'missing';

/** The form of a refused image in the words of the standard: no other text that a file contains. */
export interface RefusedForm {
  /** A transfer syntax UID of PS3.6, or `?`. */
  readonly syntax: string;
  /** A photometric interpretation of PS3.3 C.7.6.3.1.2, or `?`. */
  readonly photometric: string;
  /** Bits allocated, bits stored and high bit. */
  readonly bits: string;
}

export class RenderFault extends Error {
  override readonly name = 'RenderFault';
  readonly code: RenderFaultCode;
  /** The form of the image, if it was read. */
  readonly form: RefusedForm | null;

  constructor(code: RenderFaultCode, { form = null, ...options }: ErrorOptions & { form?: RefusedForm | null } = {}) {
    super(`The frame cannot be rendered: ${code}`, options);
    this.code = code;
    this.form = form;
  }
}

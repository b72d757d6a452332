import type { ViewingFault } from '@medcloud/contract/shapes/exams';

/**
 * Why an exam cannot be prepared for viewing: `damaged`, its bytes are not what their own check sums say; `unreadable`, no
 * instance in it can be read; `overran`, it takes more time or memory than is given. Its file stays as it is.
 */
export class ImagingFault extends Error {
  override readonly name = 'ImagingFault';
  readonly code: ViewingFault;

  constructor(code: ViewingFault, options?: ErrorOptions) {
    super(`The exam cannot be prepared for viewing: ${code}`, options);
    this.code = code;
  }
}

import type { ViewingFault } from '@medcloud/contract/shapes/exams';

/**
 * Why an exam cannot be indexed: `damaged`, its bytes do not match their checksums; `unreadable`, no instance can be
 * read; `overran`, it exceeds the time or memory limit. Its file stays unchanged.
 */
export class ImagingFault extends Error {
  override readonly name = 'ImagingFault';
  readonly code: ViewingFault;

  constructor(code: ViewingFault, options?: ErrorOptions) {
    super(`The exam cannot be indexed: ${code}`, options);
    this.code = code;
  }
}

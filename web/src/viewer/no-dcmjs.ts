/**
 * Stands in the build for `dcmjs` (vite.config.ts), which the drawing library brings twice, 440 KB compressed. It takes from
 * it a logger, names of transfer syntaxes, the dictionary of PS3.6, which we have ourselves, and a reader of files, which
 * the portal is.
 */

import { keywordsByTag } from '@medcloud/dicom/keywords';

interface Logger {
  trace(): void;
  debug(): void;
  info(): void;
  warn(): void;
  error(...args: unknown[]): void;
  getLevel(): number;
  setLevel(): void;
  getLogger(name: string): Logger;
}

const silent = () => undefined;
const errorsOnly = 4; // of loglevel's scale

export const log: Logger = {
  trace: silent,
  debug: silent,
  info: silent,
  warn: silent,
  error: (...args) => console.error(...args),
  getLevel: () => errorsOnly,
  setLevel: silent,
  // a logger is given a `getLogger` of its own by the library: each is another object
  getLogger: () => ({ ...log }),
};

// PS3.6 A
export const constants = {
  IMPLICIT_LITTLE_ENDIAN: '1.2.840.10008.1.2',
  EXPLICIT_LITTLE_ENDIAN: '1.2.840.10008.1.2.1',
  DEFLATED_EXPLICIT_LITTLE_ENDIAN: '1.2.840.10008.1.2.1.99',
  EXPLICIT_BIG_ENDIAN: '1.2.840.10008.1.2.2',
};

const nameMap = Object.fromEntries(
  [...keywordsByTag].map(([tag, keyword]) => [keyword, { tag: `(${tag.slice(0, 4)},${tag.slice(4)})` }]),
);

class Missing {
  constructor() {
    throw new Error('Files are read by the portal');
  }
}

export default {
  data: { DicomMetaDictionary: { dictionary: {}, nameMap } },
  utilities: { DicomMetadataListener: Missing },
  async: { AsyncDicomReader: Missing },
  log,
  constants,
};

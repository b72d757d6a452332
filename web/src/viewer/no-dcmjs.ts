/**
 * Replaces `dcmjs` in the build (vite.config.ts), which Cornerstone imports twice, 440 KB compressed. Cornerstone uses
 * its logger, names of transfer syntaxes, the dictionary of PS3.6, which we have ourselves, and a file reader, which is
 * not needed because the server reads the files.
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
const errorsOnly = 4; // level of the loglevel package

export const log: Logger = {
  trace: silent,
  debug: silent,
  info: silent,
  warn: silent,
  error: (...args) => console.error(...args),
  getLevel: () => errorsOnly,
  setLevel: silent,
  // Cornerstone assigns its own `getLogger` to each logger, so each must be a new object
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
    throw new Error('The server reads the files');
  }
}

export default {
  data: { DicomMetaDictionary: { dictionary: {}, nameMap } },
  utilities: { DicomMetadataListener: Missing },
  async: { AsyncDicomReader: Missing },
  log,
  constants,
};

/** Why bytes cannot be parsed as DICOM. */
const dicomFaults = {
  not_dicom: 'it does not begin as a DICOM file does',
  too_deep: 'its sequences are nested deeper than is taken',
  too_many_elements: 'it has more elements than are taken',
  bad_deflate: 'its deflated data set is damaged',
  bad_fragments: 'its encapsulated pixel data are not made of fragments',
} as const;

export type DicomFaultCode = keyof typeof dicomFaults;

/** The bytes are not a DICOM file, or are crafted to exhaust the parser. A truncated file is parsed up to its end. */
export class DicomFault extends Error {
  override readonly name = 'DicomFault';
  readonly code: DicomFaultCode;

  constructor(code: DicomFaultCode) {
    super(`The file could not be read: ${dicomFaults[code]}`);
    this.code = code;
  }
}

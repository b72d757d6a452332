/** Sentences in the server's responses that are not faults. They are sent in English: screens have texts of their own. */
export const messages = {
  codeSent: 'SMS with OTP has been sent',
  consentRequestSent: 'Patient consent request has been sent. You will receive access once approved.',
  // Warning header of DICOMweb (PS3.18 8.3.4)
  dicomWeb: {
    attributeIgnored: '{name} is not matched here and was ignored.',
    unknownIncludeField: 'includefield {name} is not known and was ignored.',
    missingIncludeField: 'includefield {name} is not given here and was ignored.',
    moreResults: 'There are additional results that can be requested.',
    searchTruncated: 'The search went through the first {count} series only: name a study or a series.',
    imagesSampled: '{count} of {total} images, evenly chosen, are rendered.',
  },
  // persons in an exported FHIR AuditEvent
  auditExport: {
    linkHolder: 'holder of the consent link',
    unknown: 'unknown',
  },
  // a set of annotations as DICOM objects and as a table
  annotations: {
    title: 'Measurements',
    kind: 'Kind',
    label: 'Label',
    image: 'Image',
    frame: 'Frame',
    length: 'Length',
    angle: 'Angle (degrees)',
    area: 'Area',
    scale: 'Scale',
    mean: 'Mean',
    deviation: 'Standard deviation',
    minimum: 'Minimum',
    maximum: 'Maximum',
    unit: 'Unit',
    detector: 'mm at the detector',
    pixels: 'pixels',
    kinds: {
      length: 'Length',
      angle: 'Angle',
      cobb: 'Cobb angle',
      ellipse: 'Ellipse',
      rectangle: 'Rectangle',
      probe: 'Point',
      arrow: 'Arrow',
      text: 'Text',
      'key-image': 'Key image',
    },
  },
} as const;

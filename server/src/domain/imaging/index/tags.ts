/** The attributes that the portal reads, and those that search results contain (PS3.18 10.6.1). */
export const tags = {
  specificCharacterSet: '00080005',
  sopClass: '00080016',
  sopInstance: '00080018',
  studyDate: '00080020',
  seriesDate: '00080021',
  studyTime: '00080030',
  accessionNumber: '00080050',
  modality: '00080060',
  referringPhysician: '00080090',
  studyDescription: '00081030',
  seriesDescription: '0008103E',
  availableTransferSyntax: '00083002',
  patientName: '00100010',
  patientId: '00100020',
  birthDate: '00100030',
  sex: '00100040',
  bodyPart: '00180015',
  studyUid: '0020000D',
  seriesUid: '0020000E',
  studyId: '00200010',
  seriesNumber: '00200011',
  instanceNumber: '00200013',
  imagePosition: '00200032',
  imageOrientation: '00200037',
  numberOfFrames: '00280008',
  rows: '00280010',
  columns: '00280011',
  bitsAllocated: '00280100',
} as const;

// PS3.18 tables 10.6.1-3 and -5: the required attributes of studies and series, and others that viewers and archives
// use.
export const studyTags: readonly string[] =
  '00080020 00080030 00080050 00080080 00080090 00080201 00081030 00081032 00100010 00100021 00100030 00100032 00100040 00101010 00101020 00101030 0020000D 00200010'.split(
    ' ',
  );
export const seriesTags: readonly string[] =
  '00080021 00080031 00080060 00080070 00080201 00081010 0008103E 00081090 00180015 00181030 00185100 0020000E 00200011 00200052 00200060 00400244 00400245 00400254 00400275'.split(
    ' ',
  );

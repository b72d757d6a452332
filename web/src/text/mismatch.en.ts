/** Differences between a file and the patient's record, on all screens. */
export const mismatchEn = {
  field: {
    name: 'Name',
    birthDate: 'Date of birth',
    sex: 'Sex',
    number: 'Patient number',
  },
  record: 'In the record',
  chosen: 'Chosen patient',
  file: 'In the file',
  differs: 'differs',
  sex: { M: 'Male', F: 'Female' },
  anothers: 'Came before with another patient',
  several: 'The file holds images of several persons:',
  notCompared: 'Not every file in it could be read and compared with the record. The others may name somebody else.',
  born: '{name}, {day}',
  nameless: 'No name',
  mark: {
    held: 'Other patient in the file',
    confirmed: 'Other patient in the file, confirmed',
    notCompared: 'Not all files compared, confirmed',
  },
  markText: 'The center has confirmed that the exam is this patient’s.',
} as const;

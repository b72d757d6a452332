/** Where a file and the patient's record disagree, wherever that is shown. */
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
  born: '{name}, {day}',
  nameless: 'No name',
  mark: {
    held: 'Other patient in the file',
    confirmed: 'Other patient in the file, confirmed',
  },
  markText: 'The center has confirmed that the exam is this patient’s.',
} as const;

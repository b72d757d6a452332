/** The preview of an exam: thumbnails of its series, its file hash, its files. */
export const messages = {
  title: '{type}, {day}',
  details: 'Details',
  isNew: 'New',
  copyLink: 'Copy link',
  linkCopied: 'Link copied',
  copyFailed: 'Could not copy the link',
  moreOf: 'More actions: {exam}',

  // An exam's details.
  fact: {
    date: 'Exam date',
    physician: 'Referring physician',
    unknownPhysician: 'Unknown Physician',
    notes: 'Notes',
    file: 'File',
    size: 'Size',
    uploaded: 'Uploaded',
  },

  // The title of an exam whose files name no study.
  typeAndPart: '{type} · {part}',
  fileHash: 'File checksum',
  counts: '{series, plural, one {# series} other {# series}} · {images, plural, one {# image} other {# images}}',
  series: 'Series',
  seriesNumber: 'Series {number, number}',
  unnamed: 'Unnamed series',
  images: '{count, plural, one {# image} other {# images}}',
  objects: '{count, plural, one {# object} other {# objects}}',
  noImage: 'No image',
  more: 'Only the first {count, number} series are shown. Select View to see all of them.',
  loading: 'Loading series…',
  preparing: 'Preparing images',
  preparingText: 'The images appear here automatically. You can already download the file.',
  unviewable: 'Cannot be viewed in the browser',
  unviewableText: {
    damaged: 'The file was already damaged when it was uploaded. You can still download it.',
    unreadable: 'No image in this file could be read. You can still download it.',
    overran: 'Preparing the images took too long. You can still download the file.',
  },
  notYet: 'The images are still being prepared',
  gone: 'This exam is no longer available',
  goneText: 'It was withdrawn or moved, or your access has ended.',
  examFailed: 'Could not load the exam',
  original: 'Original file',
  study: 'All images (ZIP)',
  studyOf: 'Study of {day} (ZIP)',
  studyOther: 'Study {number, number} (ZIP)',
  seriesOf: 'Download {series} (ZIP)',

  // Documents of an exam, such as a laboratory report.
  document: {
    pages: 'Document pages',
    page: 'Page {page} of {pages}',
    previous: 'Previous page',
    next: 'Next page',
    smaller: 'Zoom out',
    larger: 'Zoom in',
    zoom: '{percent}%',
    first: 'The first {shown} of {documents} documents are shown. Download the file to see all of them.',
    pageFailed: 'This page could not be displayed. Download the file to read it.',
    cannot: 'This document cannot be shown here',
    locked: 'It is protected by a password. Download it and open it with the password.',
    damaged: 'The PDF could not be read. You can still download the file.',
    other: 'It is not a PDF. Download the file to read it.',
    unreachable: 'It could not be loaded. Try again, or download the file.',
    not_scanned: 'The file is being checked for viruses. Try again in a few minutes.',
    infected: 'A virus was found in the file.',
  },

  // Messages of a download, in the center's and the doctor's area.
  originals: {
    started: 'Download Started',
    startedText: 'Your file download has begun.',
    failed: 'Download Failed',
    failedText: 'Failed to download file. Please try again.',
  },

  // What a download contains, and what the files carry.
  content: {
    title: 'Download exam',
    exam: 'Images and documents (ZIP)',
    examText: 'The DICOM files, PDFs and pictures of the exam. Programs and other files are left out.',
    downloadExam: 'Download images and documents',
    notReady: 'The files are not ready yet or could not be prepared',
    original: 'Original file ({size})',
    originalText: 'Exactly as the center uploaded it, for example to compare its checksum.',
    downloadOriginal: 'Download original',
    contains: 'Contains {files}',
    containsText: 'They can run on your computer. You do not need them to view the images.',
    confirm: 'I want the original with these files',
    confirmFirst: 'Confirm that you want these files',
    waiting: 'The file is being checked for viruses',
    waitingText: 'You can download it as soon as the check ends. The images can be viewed now.',
    infectedTitle: 'Download an infected file?',
    infectedText:
      'A virus was found in this file. Opening it can harm your computer. Doctors and patients cannot access it.',
    // typed by the person, with or without accents
    word: 'infected',
    type: 'Type “{word}” to continue',
    typeFirst: 'Type “{word}” first',
    mark: {
      program: '{count, plural, one {# program} other {# programs}}',
      script: '{count, plural, one {# script or autorun file} other {# scripts or autorun files}}',
      'active-document':
        '{count, plural, one {# document with active content} other {# documents with active content}}',
      archive: '{count, plural, one {# archive that was not opened} other {# archives that were not opened}}',
      unchecked:
        '{count, plural, one {# file that could not be inspected} other {# files that could not be inspected}}',
    },
    badge: {
      marked: 'Contains programs or active files',
      unchecked: 'Not inspected',
      waiting: 'Being checked for viruses',
      infected: 'Virus found',
    },
    centerText:
      'Doctors get the images and documents without these files. To download the original, they must confirm.',
    centerWaitingText: 'Doctors can view the images now, and download the files when the check ends.',
    foundTitle: 'A virus was found in this exam',
    foundText: 'Doctors and patients cannot see it. Withdraw the exam, clean the source, and upload it again.',
    found: '{file}: {virus}',
    foundHere: 'In the file itself: {virus}',
  },

  // Differences between a file and the patient's record, on all screens.
  mismatch: {
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
    anothers: 'Used earlier for another patient',
    several: 'The file contains images of several patients:',
    notCompared: 'Some files could not be read and compared with the record. They may belong to another patient.',
    born: '{name}, {day}',
    nameless: 'No name',
    mark: {
      open: 'Patient mismatch',
      confirmed: 'Patient mismatch, confirmed',
      notCompared: 'Some files not checked, confirmed',
    },
    markText: 'The center confirmed that the exam belongs to this patient.',
  },

  // Skipped files: the files of an exam's archive that are not shown.
  skipped: {
    unreadable:
      '{count, plural, one {# file could not be read and is not shown.} other {# files could not be read and are not shown.}}',
    duplicate: '{count, plural, one {# duplicate image is not shown.} other {# duplicate images are not shown.}}',
    inDownload: 'The download includes everything.',
    which: 'Show files',
    more: '{count, plural, one {and # more} other {and # more}}',
  },
} as const;

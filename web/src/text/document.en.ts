/** Documents of an exam, such as a laboratory report. */
export const documentEn = {
  pages: 'Pages of the document',
  page: 'Page {page} of {pages}',
  previous: 'Previous page',
  next: 'Next page',
  smaller: 'Smaller',
  larger: 'Larger',
  zoom: '{percent} %',
  first: 'The first {shown} of {documents} documents are shown. The download holds all of them.',
  pageFailed: 'This page could not be drawn. Download the file to read it.',
  cannot: 'This document cannot be shown here',
  locked: 'It is protected by a password. Download it and open it with the password.',
  damaged: 'It could not be read as a PDF. The original can be downloaded as it was uploaded.',
  other: 'It is a document, but not a PDF. Download the file to read it.',
  unreachable: 'The portal did not give it. Try again, or download the file.',
} as const;

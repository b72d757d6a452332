/** Skipped files: the files of an exam's archive that are not shown. */
export const leftOutEn = {
  unreadable:
    '{count, plural, one {# file could not be read and is not shown.} other {# files could not be read and are not shown.}}',
  duplicate:
    '{count, plural, one {# file repeats an image and is not shown again.} other {# files repeat images and are not shown again.}}',
  inDownload: 'The download holds the whole file.',
  which: 'Which files',
  more: '{count, plural, one {and # more} other {and # more}}',
  download: 'Download',
} as const;

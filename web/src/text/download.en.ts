/** Messages of a download, in the center's and the doctor's area. */
export const downloadEn = {
  started: 'Download Started',
  startedText: 'Your file download has begun.',
  failed: 'Download Failed',
  failedText: 'Failed to download file. Please try again.',
} as const;

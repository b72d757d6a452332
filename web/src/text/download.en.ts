/** What a download says, in the center's area and the doctor's. */
export const downloadEn = {
  started: 'Download Started',
  startedText: 'Your file download has begun.',
  failed: 'Download Failed',
  failedText: 'Failed to download file. Please try again.',
} as const;

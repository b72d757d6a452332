/** The upload dock and what it tells, on every page of the center's area. */
export const uploadEn = {
  dock: 'Uploads',
  of: '{patient} · {examType}',
  progress: 'Upload of {file}',
  cancel: 'Cancel the upload of {file}',
  dismiss: 'Dismiss {file}',
  retry: 'Retry',
  retryOf: 'Retry the upload of {file}',
  waiting: 'Waits for its turn',
  sealing: 'Being checked and sealed...',
  done: '{size} in {seconds, number} s',
  clear: 'Clear completed',
  more: '{count, plural, one {# more} other {# more}}',
  fewer: 'Show fewer',
  running: '{count, plural, one {# upload under way} other {# uploads under way}}',
  open: 'Show uploads',
  close: 'Hide uploads',
  storage: {
    used: 'Storage',
    of: '{used} of {quota}',
  },
  toast: {
    successful: 'Upload Successful',
    successfulText: 'Medical exam has been uploaded successfully.',
    failed: 'Upload Failed',
    failedText: 'Failed to upload exam. Please try again.',
  },
} as const;

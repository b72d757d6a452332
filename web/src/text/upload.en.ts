/** Messages about uploads on all signed-in screens. */
export const uploadEn = {
  leave: {
    title: '{count, plural, one {An upload is under way} other {# uploads are under way}}',
    text: 'Logging out stops {count, plural, one {it; the file is not kept} other {them; the files are not kept}}.',
    logOut: 'Stop and log out',
    stay: 'Stay signed in',
  },
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

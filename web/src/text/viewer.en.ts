/** The viewer: an exam in its own dark room. */
export const viewerEn = {
  title: 'Exam',
  back: 'Exams',
  loading: 'Opening the exam...',
  born: 'born {day}',
  review: 'For review, not for primary diagnosis',
  download: 'Download',
  tryAgain: 'Try again',
  seal: {
    title: 'Sealed original',
    text: 'The SHA-256 of the file as it was uploaded. Compute it over your download: the same digits mean the same bytes.',
    from: '{file}, uploaded {date}',
    copy: 'Copy SHA-256',
  },
  series: {
    title: 'Series',
    images: '{count, plural, one {# image} other {# images}}',
    objects: '{count, plural, one {# object} other {# objects}}',
    unnamed: 'Series {number}',
    noNumber: 'Unnamed series',
    show: 'Show or hide the series',
  },
  closed: {
    title: 'This exam is closed',
    access_revoked: 'The patient has taken consent back. The exam was closed at once.',
    access_expired: 'The consent for this exam has ended. Ask the patient again to see it.',
    not_found: 'There is no such exam, or it is not open to you.',
    noAnswer: 'The exam could not be opened',
    home: 'To your dashboard',
  },
  preparing: {
    title: 'The exam is being prepared',
    text: 'Its images appear here by themselves as soon as they are ready. The file can be downloaded already.',
  },
  cannot: {
    title: 'This exam cannot be shown here',
    unreadable: 'The images in the file could not be read.',
    damaged: 'Part of the file is damaged. The original can be downloaded as it was uploaded.',
    overran: 'The file took too long to prepare.',
    empty: 'The file holds no images.',
  },
  door: {
    title: 'Sign in to open this exam',
    text: 'The exam opens as soon as you have signed in.',
    doctor: 'Sign in as a doctor',
    center: 'Sign in as a medical center',
  },
} as const;

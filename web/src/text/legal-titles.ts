/** The document titles of the legal pages, by path. */
export const legalTitles = {
  '/privacy': { en: 'Privacy · MedCloud', el: 'Απόρρητο · MedCloud' },
  '/terms': { en: 'Terms · MedCloud', el: 'Όροι · MedCloud' },
} as const;

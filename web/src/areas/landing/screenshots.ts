import type { Language } from '@medcloud/contract/languages';

/** Screenshots of the product: their sizes, which prevent layout shifts, and their files in `screenshots/`. */
export const screenshots = {
  /** The viewer is always dark. Phones load a picture of half the size; those that do not read AVIF load the large one. */
  viewer: {
    width: 1280,
    height: 800,
    fileName: (language: Language) => `viewer-${language}.webp`,
    smallFileName: (language: Language) => `viewer-${language}-small.avif`,
  },
  consent: {
    width: 390,
    height: 760,
    fileName: (language: Language, theme: 'light' | 'dark') => `consent-${language}-${theme}.webp`,
  },
} as const;

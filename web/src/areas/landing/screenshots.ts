import type { Language } from '@medcloud/contract/languages';

/** Screenshots of the product: their sizes, which prevent layout shifts, and their files in `pictures/`. */
export const screenshots = {
  /** The viewer is always dark. Phones load a picture of half the size. */
  viewer: {
    width: 1280,
    height: 800,
    fileName: (language: Language) => `viewer-${language}.webp`,
    smallFileName: (language: Language) => `viewer-${language}-small.webp`,
  },
  consent: {
    width: 390,
    height: 760,
    fileName: (language: Language, theme: 'light' | 'dark') => `consent-${language}-${theme}.webp`,
  },
} as const;

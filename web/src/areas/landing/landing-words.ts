import { landingText } from '../../text/landing.ts';
import { wordsOf } from './words.tsx';

/** The landing page's own words. */
export const Words = wordsOf(landingText);

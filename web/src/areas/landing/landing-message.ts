import { landingText } from '../../text/landing.ts';
import { createMessage } from './message.tsx';

/** The landing page's own words. */
export const Message = createMessage(landingText);

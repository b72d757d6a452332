import { landingText } from '../../text/landing.ts';
import { createMessage } from './message.tsx';

/** Renders a message of the landing page's catalogue. */
export const Message = createMessage(landingText);

import { landingTexts } from './landing-texts.ts';
import { createMessage } from './message.tsx';

/** Renders a message of the landing page's catalogue. */
export const Message = createMessage<'pages/landing'>(landingTexts);

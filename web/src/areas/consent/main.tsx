import type { Messages } from '@medcloud/text/messages';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { loadTexts, registerTexts } from '../../text/load-texts.ts';
import { Consent } from './consent.tsx';
import { pickLanguage } from './pick-language.ts';
import './consent.css';

// The consent page has no router, no query cache and no session. Its limit is 100 kB gzip (interface, "Figures").
const root = document.getElementById('root');
if (!root) throw new Error('the page has no root');

// without the texts of other pages, whose names alone take 1 kB
registerTexts(import.meta.glob<Messages>('./__TEXT_PATHS__/*', { import: 'messages' }));
void loadTexts(pickLanguage(null), __TEXT_AREAS__);

createRoot(root).render(
  <StrictMode>
    <Consent />
  </StrictMode>,
);

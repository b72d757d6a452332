import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { loadTexts } from '../../text/load-texts.ts';
import { Consent } from './consent.tsx';
import { pickLanguage } from './pick-language.ts';
import './consent.css';

// The consent page has no router, no query cache and no session. Its limit is 100 kB gzip (interface, "Figures").
const root = document.getElementById('root');
if (!root) throw new Error('the page has no root');

void loadTexts(pickLanguage(null), __TEXT_AREAS__);

createRoot(root).render(
  <StrictMode>
    <Consent />
  </StrictMode>,
);

import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Consent } from './consent.tsx';
import './consent.css';

// The consent page has no router, no query cache and no session. Its limit is 100 kB gzip (interface, "Figures").
const root = document.getElementById('root');
if (!root) throw new Error('the page has no root');

createRoot(root).render(
  <StrictMode>
    <Consent />
  </StrictMode>,
);

import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Consent } from './consent.tsx';
import './consent.css';

// The page of the message: no router, no query cache, no session. At most 100 kB gzip (interface, "Figures").
const root = document.getElementById('root');
if (!root) throw new Error('the page has no root');

createRoot(root).render(
  <StrictMode>
    <Consent />
  </StrictMode>,
);

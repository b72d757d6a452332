import { setNonce } from 'get-nonce';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { LanguageProvider, storedLanguage } from '../src/text/language.tsx';
import { loadTexts } from '../src/text/load-texts.ts';
import '../src/text/all-texts.ts';
import { ToastProvider } from '../src/ui/feedback/toast.tsx';
import { TooltipProvider } from '../src/ui/overlays/tooltip.tsx';
import { Gallery } from './gallery.tsx';
import './gallery.css';

const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce;
if (nonce) setNonce(nonce);

const root = document.getElementById('root');
if (!root) throw new Error('the page has no root');

const language = storedLanguage();
void loadTexts(language, ['common', 'gallery']);

createRoot(root).render(
  <StrictMode>
    <LanguageProvider initial={language}>
      <TooltipProvider>
        <ToastProvider>
          <Gallery />
        </ToastProvider>
      </TooltipProvider>
    </LanguageProvider>
  </StrictMode>,
);

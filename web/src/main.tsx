import { limits } from '@medcloud/contract/limits';
import { QueryClient } from '@tanstack/react-query';
import { setNonce } from 'get-nonce';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Providers } from './app/providers/providers.tsx';
import { ScreenRouter } from './app/routing/router.tsx';
import { routes } from './routes.tsx';
import { storedLanguage } from './text/language.tsx';
import { loadTexts } from './text/load-texts.ts';
import './text/all-texts.ts';
import './ui/styles/styles.css';

// Radix adds a style element while a dialog is open. The CSP allows it only with this response's nonce.
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce;
if (nonce) setNonce(nonce);

// 5 min: how long unused responses stay cached (specification, section 9). A query that should retry sets `retry`
// itself.
const client = new QueryClient({ defaultOptions: { queries: { gcTime: limits.unusedCacheMs, retry: false } } });

// zod, loaded with the forms, probes whether it may evaluate code. The CSP forbids it, and each probe is reported as a
// violation.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

const root = document.getElementById('root');
if (!root) throw new Error('the page has no root');

const language = storedLanguage();
void loadTexts(language, __TEXT_AREAS__);

createRoot(root).render(
  <StrictMode>
    <Providers client={client} language={language}>
      <ScreenRouter routes={routes} />
    </Providers>
  </StrictMode>,
);

import { limits } from '@medcloud/contract/limits';
import { QueryClient } from '@tanstack/react-query';
import { setNonce } from 'get-nonce';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Providers } from './app/providers/providers.tsx';
import { ScreenRouter } from './app/routing/router.tsx';
import { routes } from './routes.tsx';
import { storedLanguage } from './text/language.tsx';
import './ui/styles/styles.css';

// Radix writes a style element while a dialog is open; the content policy allows it with this answer's nonce only.
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce;
if (nonce) setNonce(nonce);

// Five minutes: unused answers are kept that long (specification, section 9). A call that wants another try says so itself.
const client = new QueryClient({ defaultOptions: { queries: { gcTime: limits.unusedCacheMs, retry: false } } });

// zod, which comes with the forms, would try whether the policy lets it write code (it does not): each try is a violation told of.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

const root = document.getElementById('root');
if (!root) throw new Error('the page has no root');

createRoot(root).render(
  <StrictMode>
    <Providers client={client} language={storedLanguage()}>
      <ScreenRouter routes={routes} />
    </Providers>
  </StrictMode>,
);

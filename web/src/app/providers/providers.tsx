import type { Language } from '@medcloud/contract/languages';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { LanguageProvider } from '../../text/language.tsx';
import { ToastProvider } from '../../ui/feedback/toast.tsx';
import { TooltipProvider } from '../../ui/overlays/tooltip.tsx';
import { ClearCacheOnSignOut } from '../session/clear-cache-on-sign-out.tsx';

/** The contexts every page needs: language, query client, tooltips, toasts. */
export function Providers({
  client,
  language,
  children,
}: {
  client: QueryClient;
  language: Language;
  children: ReactNode;
}) {
  return (
    <LanguageProvider initial={language}>
      <QueryClientProvider client={client}>
        <ClearCacheOnSignOut />
        <TooltipProvider>
          <ToastProvider>{children}</ToastProvider>
        </TooltipProvider>
      </QueryClientProvider>
    </LanguageProvider>
  );
}

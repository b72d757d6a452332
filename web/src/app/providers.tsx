import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Language } from '../kit/language.ts';
import { LanguageProvider } from '../text/language.tsx';
import { ToastProvider } from '../ui/toast.tsx';
import { TooltipProvider } from '../ui/tooltip.tsx';
import { ForgetOnLeaving } from './forget-on-leaving.tsx';

/** What every page stands in: language, calls, tooltips, toasts. */
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
        <ForgetOnLeaving />
        <TooltipProvider>
          <ToastProvider>{children}</ToastProvider>
        </TooltipProvider>
      </QueryClientProvider>
    </LanguageProvider>
  );
}

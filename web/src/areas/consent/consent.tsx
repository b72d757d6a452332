import type { Language } from '@medcloud/contract/languages';
import { limits } from '@medcloud/contract/limits';
import type { BlockState, LinkState } from '@medcloud/contract/shapes/access';
import type { ReactNode } from 'react';
import { lookUpBlock, lookUpLink } from '../../calls/consent.ts';
import { LanguageProvider } from '../../text/language.tsx';
import { Block } from './block.tsx';
import { ConsentRequest } from './consent-request.tsx';
import { ConsentState } from './consent-state.tsx';
import { useLinkToken } from './link-token.ts';
import { LoadError, Loading, Message } from './notices.tsx';
import { pickLanguage } from './pick-language.ts';
import { type LinkPage, type OpenLink, useLink } from './use-link.ts';

/**
 * Shows the page of `/consent#TOKEN`, without a login: the question, later its state. The link in a code's SMS has a
 * shorter token.
 */
export function Consent() {
  const token = useLinkToken();
  return token.length === limits.blockTokenLetters ? (
    <LinkScreen key={token} token={token} page={blockPage} render={(open) => <Block {...open} />} />
  ) : (
    <LinkScreen key={token} token={token} page={consentPage} render={(open) => <ConsentView {...open} />} />
  );
}

const consentPage: LinkPage<LinkState> = { fetchLink: lookUpLink, isPending: (link) => link.status === 'pending' };
const blockPage: LinkPage<BlockState> = { fetchLink: lookUpBlock, isPending: (link) => link.blockedUntil === null };

function LinkScreen<Link extends { language: Language }>({
  token,
  page,
  render,
}: {
  token: string;
  page: LinkPage<Link>;
  render: (open: OpenLink<Link>) => ReactNode;
}) {
  const { view, language, reload } = useLink(token, page);
  // The key changes only when the link's language becomes known, so a later choice of language is kept.
  return (
    <LanguageProvider key={language ?? 'unknown'} initial={pickLanguage(language)}>
      {view.kind === 'loading' && <Loading />}
      {(view.kind === 'missing' || view.kind === 'expired') && <Message kind={view.kind} />}
      {view.kind === 'failed' && <LoadError error={view.error} isRetrying={view.isRetrying} reload={reload} />}
      {view.kind === 'open' && render({ token, link: view.link, reload, isJustAnswered: view.isAnsweredHere })}
    </LanguageProvider>
  );
}

function ConsentView({ token, link, reload, isJustAnswered }: OpenLink<LinkState>) {
  return link.status === 'pending' ? (
    <ConsentRequest token={token} link={link} reload={reload} />
  ) : (
    <ConsentState token={token} link={link} reload={reload} isJustAnswered={isJustAnswered} />
  );
}

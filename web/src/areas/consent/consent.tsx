import { limits } from '@medcloud/contract/limits';
import type { BlockState, LinkState } from '@medcloud/contract/shapes/access';
import type { ReactNode } from 'react';
import { lookUpBlock, lookUpLink } from '../../calls/consent.ts';
import { isLanguage, type Language } from '../../lib/language.ts';
import { readStored, storageKeys } from '../../lib/storage.ts';
import { LanguageProvider } from '../../text/language.tsx';
import { Answered } from './answered.tsx';
import { Ask } from './ask.tsx';
import { Block } from './block.tsx';
import { Failed, Loading, Message } from './notices.tsx';
import { type LinkPage, type Open, useLink, useLinkToken } from './use-link.ts';

/** What the person chose here before; else the message's own language; before that is known, the phone's. */
function languageFor(linkLanguage: Language | null): Language {
  const chosen = readStored(storageKeys.language);
  if (isLanguage(chosen)) return chosen;
  return linkLanguage ?? (navigator.language.startsWith('el') ? 'el' : 'en');
}

/** The page of `/consent#TOKEN`: no login, one question, and later its state. A code's link has a shorter token. */
export function Consent() {
  const token = useLinkToken();
  return token.length === limits.blockTokenLetters ? (
    <LinkScreen key={token} token={token} page={blockPage} show={(open) => <Block {...open} />} />
  ) : (
    <LinkScreen key={token} token={token} page={consentPage} show={(open) => <Asked {...open} />} />
  );
}

const consentPage: LinkPage<LinkState> = { lookUp: lookUpLink, isAsking: (link) => link.status === 'pending' };
const blockPage: LinkPage<BlockState> = { lookUp: lookUpBlock, isAsking: (link) => link.blockedUntil === null };

function LinkScreen<Link extends { language: Language }>({
  token,
  page,
  show,
}: {
  token: string;
  page: LinkPage<Link>;
  show: (open: Open<Link>) => ReactNode;
}) {
  const { view, language, reload } = useLink(token, page);
  // A new key only when the link first tells its language: a switch made later stays as it is.
  return (
    <LanguageProvider key={language ?? 'unknown'} initial={languageFor(language)}>
      {view.kind === 'loading' && <Loading />}
      {(view.kind === 'missing' || view.kind === 'lapsed') && <Message kind={view.kind} />}
      {view.kind === 'failed' && <Failed failure={view.failure} trying={view.trying} reload={reload} />}
      {view.kind === 'open' && show({ token, link: view.link, reload, justNow: view.answeredHere })}
    </LanguageProvider>
  );
}

function Asked({ token, link, reload, justNow }: Open<LinkState>) {
  return link.status === 'pending' ? (
    <Ask token={token} link={link} reload={reload} />
  ) : (
    <Answered token={token} link={link} reload={reload} justNow={justNow} />
  );
}

import { PublicLayout } from '../../app/public-layout.tsx';
import { isLanguage, type Language } from '../../kit/language.ts';
import { readStored, storageKeys } from '../../kit/storage.ts';
import { consentText } from '../../text/consent.ts';
import { LanguageProvider, useText } from '../../text/language.tsx';
import { Answered } from './answered.tsx';
import { Ask } from './ask.tsx';
import { PageTitle } from './page-title.tsx';
import { ConsentButton } from './parts.tsx';
import { type LinkView, useLink, useLinkToken } from './use-link.ts';

/** What the person chose here before; else the message's own language; before that is known, the phone's. */
function languageFor(linkLanguage: Language | null): Language {
  const chosen = readStored(storageKeys.language);
  if (isLanguage(chosen)) return chosen;
  return linkLanguage ?? (navigator.language.startsWith('el') ? 'el' : 'en');
}

/** The page of a consent link, `/consent#TOKEN`: no login, one question, and later its state. */
export function Consent() {
  const token = useLinkToken();
  return <ConsentLink key={token} token={token} />;
}

function ConsentLink({ token }: { token: string }) {
  const { view, language, reload } = useLink(token);
  // A new key only when the link first tells its language: a switch made later stays as it is.
  return (
    <LanguageProvider key={language ?? 'unknown'} initial={languageFor(language)}>
      <ConsentView token={token} view={view} reload={reload} />
    </LanguageProvider>
  );
}

function ConsentView({ token, view, reload }: { token: string; view: LinkView; reload: () => Promise<void> }) {
  switch (view.kind) {
    case 'loading':
      return <Loading />;
    case 'missing':
      return <Message kind="missing" />;
    case 'lapsed':
      return <Message kind="lapsed" />;
    case 'failed':
      return <Failed view={view} reload={reload} />;
    case 'open':
      return view.link.status === 'pending' ? (
        <Ask token={token} link={view.link} reload={reload} />
      ) : (
        <Answered token={token} link={view.link} reload={reload} justNow={view.answeredHere} />
      );
  }
}

function Loading() {
  const t = useText(consentText);
  return (
    <PublicLayout title={t('page')}>
      <div role="status" className="skeleton">
        <span className="sr-only">{t('loading')}</span>
        <div className="h-8 w-4/5 skeleton-bar" />
        <div className="mt-2 h-8 w-3/5 skeleton-bar" />
        <div className="mt-6 h-28 skeleton-bar" />
        <div className="mt-8 h-6 w-2/5 skeleton-bar" />
        <div className="mt-3 h-20 skeleton-bar" />
      </div>
    </PublicLayout>
  );
}

function Message({ kind }: { kind: 'missing' | 'lapsed' }) {
  const t = useText(consentText);
  return (
    <PublicLayout title={t(`${kind}.title`)}>
      <PageTitle>{t(`${kind}.title`)}</PageTitle>
      <p className="mt-4">{t(`${kind}.text`)}</p>
      {kind === 'lapsed' && <p className="mt-4 text-ink-muted">{t('lapsed.live')}</p>}
    </PublicLayout>
  );
}

function Failed({ view, reload }: { view: Extract<LinkView, { kind: 'failed' }>; reload: () => Promise<void> }) {
  const t = useText(consentText);
  return (
    <PublicLayout title={t('failed.title')}>
      <PageTitle>{t('failed.title')}</PageTitle>
      <p role="alert" className="mt-4 mb-6">
        {t(`failed.${view.failure}`)}
      </p>
      <ConsentButton look="quiet" busy={view.trying} busyLabel={t('failed.retrying')} onClick={() => void reload()}>
        {t('failed.retry')}
      </ConsentButton>
    </PublicLayout>
  );
}

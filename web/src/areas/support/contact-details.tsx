import { MessageSquare } from 'lucide-react';
import type { ReactNode } from 'react';
import { ContactCard, EmailCard, HoursCard, PhoneCard } from '../../app/layout/contact-cards.tsx';
import type { usePublicSettings } from '../../calls/auth.ts';
import { ApiErrorState } from '../../calls/client/api-error-state.tsx';
import { useText, useUiText } from '../../text/language.tsx';
import { Button } from '../../ui/actions/button.tsx';
import { SkeletonRows } from '../../ui/feedback/skeleton.tsx';

function ChatCard({ onChat }: { onChat: () => void }) {
  const t = useText('support');
  return (
    <ContactCard icon={MessageSquare} title={t('contact.chat')}>
      <p className="text-body text-ink-muted">{t('contact.chatText')}</p>
      <Button onClick={onChat} className="mt-auto self-start">
        {t('contact.startChat')}
      </Button>
    </ContactCard>
  );
}

interface ContactDetailsProps {
  settings: ReturnType<typeof usePublicSettings>;
  onChat: () => void;
}

/** Shows the operator's contact details. Leaves out details that are not set. */
export function ContactDetails({ settings, onChat }: ContactDetailsProps) {
  const t = useText('support');
  const ui = useUiText();
  const { data, error, isFetching, refetch } = settings;
  const renderGrid = (cards: ReactNode) => <div className="grid gap-4 md:grid-cols-2">{cards}</div>;
  if (error && !data)
    return (
      <div className="flex flex-col gap-4">
        <ApiErrorState title={t('contact.failed')} query={{ error, isFetching, refetch }} />
        {renderGrid(<ChatCard onChat={onChat} />)}
      </div>
    );
  if (!data) return <SkeletonRows rows={4} label={ui('list.loading')} />;
  const { operator, timeZone } = data;
  return renderGrid(
    <>
      {operator.email && <EmailCard email={operator.email} />}
      {operator.phone && <PhoneCard phone={operator.phone} zone={timeZone} />}
      <HoursCard zone={timeZone} />
      <ChatCard onChat={onChat} />
    </>,
  );
}

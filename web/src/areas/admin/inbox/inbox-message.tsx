import type { SupportMessage } from '@medcloud/contract/shapes/support';
import { Archive } from 'lucide-react';
import { ApiErrorState } from '../../../calls/client/api-error-state.tsx';
import { useCloseSupportMessage, useSupportMessage } from '../../../calls/support.ts';
import { useFormat } from '../../../text/format.ts';
import { useText, useUiText } from '../../../text/language.tsx';
import { useFailure } from '../../../text/use-error-message.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { CopyButton } from '../../../ui/actions/copy-button.tsx';
import { EmailAddress } from '../../../ui/data/email-address.tsx';
import { Facts } from '../../../ui/data/facts.tsx';
import { SkeletonRows } from '../../../ui/feedback/skeleton.tsx';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { Sheet, SheetSection } from '../../../ui/overlays/sheet.tsx';
import { SupportStateBadge, UrgentBadge } from './inbox-badges.tsx';
import { InboxReply } from './inbox-reply.tsx';

function MessageFacts({ message }: { message: SupportMessage }) {
  const t = useText('inbox');
  const ui = useUiText();
  const format = useFormat();
  const { email, role, account, topic, language, receivedAt, closedAt, closedBy } = message;
  const optionalFact = (label: string, value: string | undefined) => (value === undefined ? [] : [{ label, value }]);
  const accountLabel = account && `${account.email} (${ui(`role.${account.role}`)})`;
  return (
    <Facts
      facts={[
        {
          label: ui('field.email'),
          value: (
            <a href={`mailto:${email}`} className="text-primary-text hover:underline">
              <EmailAddress address={email} />
            </a>
          ),
        },
        ...optionalFact(t('read.role'), role && t(`read.roles.${role}`)),
        { label: t('read.account'), value: accountLabel ?? t('read.noAccount') },
        ...optionalFact(t('read.topic'), topic === 'live-chat' ? t('read.liveChat') : topic),
        { label: t('read.language'), value: format.language(language) },
        { label: t('received'), value: <span className="figures">{format.dateTime(receivedAt)}</span> },
        ...optionalFact(
          t('read.closed'),
          closedAt && t('read.closedBy', { date: format.dateTime(closedAt), email: closedBy ?? '' }),
        ),
      ]}
    />
  );
}

/** Shows text as it was typed: with its line breaks, and never as markup. */
function MessageText({ children }: { children: string }) {
  return <p className="text-prose whitespace-pre-wrap wrap-anywhere">{children}</p>;
}

function Replies({ message }: { message: SupportMessage }) {
  const t = useText('inbox');
  const format = useFormat();
  if (message.replies.length === 0) return null;
  return (
    <SheetSection title={t('read.answers')} count={message.replies.length}>
      <ol className="flex flex-col gap-4">
        {message.replies.map(({ id, text, sentAt, sentBy }) => (
          <li key={id} className="border-l-2 border-line-mid pl-3">
            <MessageText>{text}</MessageText>
            <p className="mt-1 text-small text-ink-muted wrap-anywhere figures">
              {t('read.answeredBy', { email: sentBy, date: format.dateTime(sentAt) })}
            </p>
          </li>
        ))}
      </ol>
    </SheetSection>
  );
}

function CloseButton({ id }: { id: string }) {
  const t = useText('inbox');
  const describeFailure = useFailure();
  const toast = useToast();
  const mutation = useCloseSupportMessage();
  const close = () =>
    mutation.mutate(
      { params: { id } },
      {
        onSuccess: () => toast({ title: t('close.done') }),
        onError: (error) =>
          toast({
            variant: 'danger',
            title: t('close.failed'),
            text: describeFailure(error),
            isShownInPage: true,
          }),
      },
    );
  return (
    <Button size="small" icon={Archive} onClick={close} busy={mutation.isPending} busyLabel={t('close.submitting')}>
      {t('close.submit')}
    </Button>
  );
}

function Subtitle({ message }: { message: SupportMessage }) {
  const t = useText('inbox');
  return (
    <span className="flex flex-wrap items-center gap-2">
      <SupportStateBadge state={message.state} />
      {message.urgent && <UrgentBadge />}
      <span className="code">{message.reference}</span>
      <CopyButton value={message.reference} label={t('read.copyReference')} />
    </span>
  );
}

interface InboxMessageProps {
  id: string;
  draft: string;
  onDraft: (text: string) => void;
  onClose: () => void;
}

/** Shows one message beside the list: sender, text, earlier replies and the reply form. */
export function InboxMessage({ id, draft, onDraft, onClose }: InboxMessageProps) {
  const t = useText('inbox');
  const ui = useUiText();
  const { data: message, error, isFetching, refetch } = useSupportMessage(id);
  if (!message)
    return (
      <Sheet title={t('read.message')} onClose={onClose}>
        <SheetSection>
          {error ? (
            <ApiErrorState title={t('read.failed')} query={{ error, isFetching, refetch }} />
          ) : (
            <SkeletonRows rows={4} label={ui('list.loading')} />
          )}
        </SheetSection>
      </Sheet>
    );
  return (
    <Sheet
      title={message.name}
      subtitle={<Subtitle message={message} />}
      actions={message.state !== 'closed' && <CloseButton id={id} />}
      onClose={onClose}
    >
      <SheetSection title={message.subject ?? t('read.message')}>
        <MessageText>{message.message}</MessageText>
      </SheetSection>
      <Replies message={message} />
      <SheetSection>
        <InboxReply message={message} draft={draft} onDraft={onDraft} />
      </SheetSection>
      <SheetSection>
        <MessageFacts message={message} />
      </SheetSection>
    </Sheet>
  );
}

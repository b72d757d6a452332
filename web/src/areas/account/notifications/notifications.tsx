import {
  type NotificationChoice,
  type NotificationKind,
  notificationChoices,
  notificationKinds,
} from '@medcloud/contract/choices';
import { screens } from '@medcloud/contract/screens';
import type { NotificationSettings } from '@medcloud/contract/shapes/account/notifications';
import { ArrowLeft } from 'lucide-react';
import { Link, Navigate } from 'react-router';
import { useSession } from '../../../app/session/session.tsx';
import { useChangeNotifications, useNotifications } from '../../../calls/account.ts';
import { useText, useUiText } from '../../../text/language.tsx';
import { useFailure } from '../../../text/use-error-message.ts';
import { ErrorState } from '../../../ui/feedback/error-state.tsx';
import { Note } from '../../../ui/feedback/note.tsx';
import { SkeletonRows } from '../../../ui/feedback/skeleton.tsx';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import { RadioList } from '../../../ui/forms/radio-cards.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { PageHeader } from '../../../ui/layout/page-header.tsx';

const isChoice = (value: string): value is NotificationChoice => notificationChoices.some((choice) => choice === value);

/** Chooses when mails of one kind come. Saved immediately. */
function KindChoice({ kind, settings }: { kind: NotificationKind; settings: NotificationSettings }) {
  const t = useText('account.notifications');
  const toast = useToast();
  const describeFailure = useFailure();
  const change = useChangeNotifications();
  // shows the new choice while it is being saved, and the stored one again if saving fails
  const saving = change.isPending ? change.variables.body[kind] : undefined;
  const chosen = typeof saving === 'string' ? saving : settings[kind];
  const choose = (value: string) => {
    if (!isChoice(value) || value === settings[kind]) return;
    const onSuccess = () => toast({ title: t(`saved.${value}`), text: t(`kind.${kind}`) });
    change.mutate({ body: { [kind]: value } }, { onSuccess });
  };
  return (
    <>
      <Field label={t(`kind.${kind}`)} help={kind === 'access_granted' ? undefined : t(`help.${kind}`)}>
        <RadioList
          label={t(`kind.${kind}`)}
          value={chosen}
          onChange={choose}
          options={notificationChoices.map((value) => ({ value, title: t(`choice.${value}`) }))}
        />
      </Field>
      {change.error && (
        <Note variant="danger" title={t('failed')}>
          {describeFailure(change.error)}
        </Note>
      )}
    </>
  );
}

function Choices() {
  const t = useText('account.notifications');
  const ui = useUiText();
  const notifications = useNotifications();
  const settings = notifications.data;
  return (
    <Card title={t('link')}>
      <div className="flex flex-col gap-5">
        {notifications.isPending && <SkeletonRows rows={4} label={ui('list.loading')} />}
        {notifications.error && (
          <ErrorState
            title={t('loadFailed')}
            onRetry={() => void notifications.refetch()}
            busy={notifications.isFetching}
          />
        )}
        {settings && notificationKinds.map((kind) => <KindChoice key={kind} kind={kind} settings={settings} />)}
        <p className="text-body text-ink-muted">{t('daily')}</p>
      </div>
    </Card>
  );
}

/** Chooses which mails come to a doctor, and when. */
export function AccountNotifications() {
  const { user } = useSession();
  const t = useText('account.notifications');
  const auth = useText('auth');
  if (user && user.role !== 'doctor') return <Navigate to={screens.account} replace />;
  return (
    <>
      <PageHeader
        title={t('title')}
        purpose={t('purpose')}
        back={
          <Link
            to={screens.account}
            className="inline-flex min-h-6 items-center gap-2 text-small font-strong text-primary-text hover:underline"
          >
            <ArrowLeft size={16} />
            {auth('account.title')}
          </Link>
        }
      />
      <div className="flex max-w-180 flex-col gap-4">
        <Choices />
        <Card title={t('always.title')}>
          <p className="text-body">{t('always.text')}</p>
        </Card>
      </div>
    </>
  );
}

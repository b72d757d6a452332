import type { AccountSecurity } from '@medcloud/contract/shapes/factors';
import { useState } from 'react';
import { useBeginTotp } from '../../calls/account.ts';
import { lazyComponent } from '../../lib/lazy-component.tsx';
import { useFormat } from '../../text/format.ts';
import { useText } from '../../text/language.tsx';
import { useFailure } from '../../text/use-error-message.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Badge } from '../../ui/data/badge.tsx';
import { Note } from '../../ui/feedback/note.tsx';
import { Card } from '../../ui/layout/card.tsx';
import type { NewTotp } from './set-up-app.tsx';

const SetUpApp = lazyComponent(async () => (await import('./set-up-app.tsx')).SetUpApp);
const RemoveAppDialog = lazyComponent(async () => (await import('./remove-app-dialog.tsx')).RemoveAppDialog);

function NoApp({ onBegun }: { onBegun: (totp: NewTotp) => void }) {
  const t = useText('account/factors.app');
  const describeFailure = useFailure();
  const begin = useBeginTotp();
  return (
    <div className="flex flex-col gap-4">
      <p className="text-body text-ink-muted">{t('noneText')}</p>
      {begin.error && (
        <Note variant="danger" title={t('setUpFailed')}>
          {describeFailure(begin.error)}
        </Note>
      )}
      <Button
        className="self-start max-sm:w-full"
        busy={begin.isPending}
        busyLabel={t('settingUp')}
        onClick={() => begin.mutate({}, { onSuccess: onBegun })}
      >
        {t('setUp')}
      </Button>
    </div>
  );
}

function App({ since, isLast }: { since: string; isLast: boolean }) {
  const t = useText('account/factors.app');
  const format = useFormat();
  const [isRemoving, setRemoving] = useState(false);
  return (
    <div className="flex flex-col gap-4">
      <p className="text-body text-ink-muted">{t('since', { day: format.date(since) })}</p>
      <Button variant="dangerOutline" className="self-start" onClick={() => setRemoving(true)}>
        {t('remove')}
      </Button>
      {isRemoving && <RemoveAppDialog isLast={isLast} onClose={() => setRemoving(false)} />}
    </div>
  );
}

interface AppCardProps {
  security: AccountSecurity;
  /** The set-up created recovery codes. */
  onCodes: (codes: readonly string[]) => void;
}

/** Shows, sets up and removes the account's authenticator app. */
export function AppCard({ security: { totp, passkeys }, onCodes }: AppCardProps) {
  const t = useText('account/factors.app');
  const [newTotp, setNewTotp] = useState<NewTotp | null>(null);
  const [isOver, setOver] = useState(false);
  const begin = (created: NewTotp) => {
    setOver(false);
    setNewTotp(created);
  };
  const end = (isTooLate: boolean) => {
    setOver(isTooLate);
    setNewTotp(null);
  };
  return (
    <Card title={t('title')} aside={totp && <Badge variant="ok">{t('on')}</Badge>}>
      {isOver && (
        <div className="mb-4">
          <Note variant="warning" live="alert">
            {t('over')}
          </Note>
        </div>
      )}
      {totp ? (
        <App since={totp.since} isLast={passkeys.length === 0} />
      ) : newTotp ? (
        <SetUpApp totp={newTotp} onCodes={onCodes} onEnd={end} />
      ) : (
        <NoApp onBegun={begin} />
      )}
    </Card>
  );
}

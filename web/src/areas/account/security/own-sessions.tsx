import type { SessionEntry } from '@medcloud/contract';
import { useState } from 'react';
import { useSessionLabels } from '../../../app/session/session-labels.ts';
import { useOwnSessions } from '../../../calls/account.ts';
import { lazyComponent } from '../../../lib/lazy-component.tsx';
import { useFormat } from '../../../text/format.ts';
import { useText, useUiText } from '../../../text/language.tsx';
import { Button } from '../../../ui/actions/button.tsx';
import { Badge } from '../../../ui/data/badge.tsx';
import { RelativeTime } from '../../../ui/data/relative-time.tsx';
import { ErrorState } from '../../../ui/feedback/error-state.tsx';
import { SkeletonRows } from '../../../ui/feedback/skeleton.tsx';
import { Card } from '../../../ui/layout/card.tsx';

const EndSessionDialog = lazyComponent(async () => (await import('./end-session-dialog.tsx')).EndSessionDialog);

function SessionRow({ session, onEnd }: { session: SessionEntry; onEnd: () => void }) {
  const t = useText('account.sessions');
  const format = useFormat();
  const labels = useSessionLabels();
  const [device, place] = [labels.device(session), labels.place(session)];
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-body font-strong break-words">
          {device}
          {session.isCurrent && <Badge variant="ok">{t('current')}</Badge>}
        </p>
        <p className="text-small text-ink-muted">
          {place}
          {'\u00a0· '}
          {t('since', { moment: format.dateTime(session.signedInAt) })}
          {'\u00a0· '}
          {t('seen')} <RelativeTime at={session.lastSeenAt} />
        </p>
      </div>
      {!session.isCurrent && (
        <Button size="small" variant="dangerOutline" aria-label={t('endOne', { device, place })} onClick={onEnd}>
          {t('end')}
        </Button>
      )}
    </li>
  );
}

function SessionList({ sessions }: { sessions: SessionEntry[] }) {
  const t = useText('account.sessions');
  const [target, setTarget] = useState<SessionEntry | 'others' | null>(null);
  const others = sessions.filter(({ isCurrent }) => !isCurrent);
  const ordered = [...sessions.filter(({ isCurrent }) => isCurrent), ...others];
  return (
    <>
      <ul className="divide-y divide-line">
        {ordered.map((session) => (
          <SessionRow key={session.id} session={session} onEnd={() => setTarget(session)} />
        ))}
      </ul>
      {others.length === 0 ? (
        <p className="text-body text-ink-muted">{t('alone')}</p>
      ) : (
        <Button variant="dangerOutline" className="self-start" onClick={() => setTarget('others')}>
          {t('endOthers')}
        </Button>
      )}
      {target && <EndSessionDialog target={target} onClose={() => setTarget(null)} />}
    </>
  );
}

/** Lists the account's sessions, this browser's first, and ends any of the others. */
export function OwnSessions() {
  const t = useText('account.sessions');
  const ui = useUiText();
  const sessions = useOwnSessions();
  return (
    <Card title={t('title')}>
      <div className="flex flex-col gap-3">
        <p className="text-body text-ink-muted">{t('lead')}</p>
        {sessions.isPending && <SkeletonRows rows={2} label={ui('list.loading')} />}
        {sessions.error && (
          <ErrorState title={t('loadFailed')} onRetry={() => void sessions.refetch()} busy={sessions.isFetching} />
        )}
        {sessions.data && <SessionList sessions={sessions.data} />}
      </div>
    </Card>
  );
}

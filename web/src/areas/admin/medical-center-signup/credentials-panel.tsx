import { screens } from '@medcloud/contract/screens';
import type { ReactNode } from 'react';
import { classes } from '../../../lib/classes.ts';
import { useText, useUiText } from '../../../text/language.tsx';
import { CopyButton } from '../../../ui/actions/copy-button.tsx';
import { Note } from '../../../ui/feedback/note.tsx';
import { Card } from '../../../ui/layout/card.tsx';

export interface Credentials {
  centerId: string;
  email: string;
  password: string;
}

interface LineProps {
  label: string;
  value: string;
  /** The accessible name of the copy button. */
  copy: string;
  isCode?: boolean;
}

function Line({ label, value, copy, isCode }: LineProps) {
  const t = useText('admin');
  return (
    <div className="border-t border-line py-2 first:border-t-0">
      <dt className="text-small text-ink-muted">{label}</dt>
      <dd className="flex min-h-6 items-center gap-3 text-body">
        {value === '' ? (
          <span className="text-ink-muted">{t('credentials.missing')}</span>
        ) : (
          <>
            <span className={classes('min-w-0 flex-1 font-strong wrap-anywhere', isCode && 'code')}>{value}</span>
            <CopyButton value={value} label={copy} />
          </>
        )}
      </dd>
    </div>
  );
}

function Instructions() {
  const t = useText('admin');
  return (
    <section className="mt-4 border-t border-line pt-4">
      <h3 className="text-h3">{t('credentials.instructions')}</h3>
      <ol className="mt-1.5 flex list-decimal flex-col gap-1 pl-5 text-small text-pretty text-ink-muted">
        <li>{t('credentials.give')}</li>
        <li>{t('credentials.logIn')}</li>
        <li>{t('credentials.change')}</li>
        <li>{t('credentials.fixed')}</li>
      </ol>
    </section>
  );
}

/** Shows the credentials to pass on. Before the center is created, it warns that they do not work yet. */
export function CredentialsPanel({
  credentials,
  isCreated,
  actions,
}: {
  credentials: Credentials;
  isCreated: boolean;
  actions?: ReactNode;
}) {
  const t = useText('admin');
  const ui = useUiText();
  const { centerId, email, password } = credentials;
  const address = new URL(screens.centerLogin, window.location.origin).href;
  return (
    <Card title={t('credentials.title')}>
      <Note variant={isCreated ? 'warning' : 'info'} live="off">
        {t(isCreated ? 'credentials.lastChance' : 'credentials.notYet')}
      </Note>
      <dl className="mt-2">
        <Line label={ui('field.centerId')} value={centerId} copy={t('credentials.copyCenterId')} isCode />
        <Line label={ui('field.email')} value={email} copy={t('credentials.copyEmail')} />
        <Line label={ui('field.password')} value={password} copy={t('credentials.copyPassword')} isCode />
      </dl>
      <div className="mt-3 flex flex-wrap gap-2 empty:hidden">
        {isCreated && (
          <CopyButton
            value={t('credentials.all', { address, centerId, email, password })}
            text={t('credentials.copyAll')}
          />
        )}
        {actions}
      </div>
      <Instructions />
    </Card>
  );
}

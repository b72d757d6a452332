import type { AccountSecurity } from '@medcloud/contract/shapes/factors';
import { useState } from 'react';
import { lazyComponent } from '../../lib/lazy-component.tsx';
import { useFormat } from '../../text/format.ts';
import { useText } from '../../text/language.tsx';
import { Button } from '../../ui/actions/button.tsx';
import { Note } from '../../ui/feedback/note.tsx';
import { Card } from '../../ui/layout/card.tsx';

const MakeCodesDialog = lazyComponent(async () => (await import('./make-codes-dialog.tsx')).MakeCodesDialog);

const fewCodes = 3;

interface RecoveryCodesCardProps {
  codes: NonNullable<AccountSecurity['recoveryCodes']>;
  onCodes: (codes: readonly string[]) => void;
}

/** Shows how many recovery codes are left, and creates new ones. */
export function RecoveryCodesCard({ codes: { left, since }, onCodes }: RecoveryCodesCardProps) {
  const t = useText('account/factors.codes');
  const format = useFormat();
  const [isConfirming, setConfirming] = useState(false);
  const state = t('left', { left, day: format.date(since) });
  return (
    <Card title={t('title')}>
      <div className="flex flex-col gap-4">
        {left <= fewCodes ? (
          <Note variant="warning" title={state}>
            {t('few')}
          </Note>
        ) : (
          <p className="text-body text-ink-muted">
            {state} {t('text')}
          </p>
        )}
        <Button className="self-start" onClick={() => setConfirming(true)}>
          {t('make')}
        </Button>
      </div>
      {isConfirming && <MakeCodesDialog onClose={() => setConfirming(false)} onCodes={onCodes} />}
    </Card>
  );
}

import type { QuotaLevel } from '@medcloud/contract/quota';
import { screens } from '@medcloud/contract/screens';
import { Link } from 'react-router';
import { useFormat } from '../../../text/format.ts';
import { useText } from '../../../text/language.tsx';
import { Note } from '../../../ui/feedback/note.tsx';

interface StorageWarningProps {
  usedBytes: number;
  quotaBytes: number;
  level: Exclude<QuotaLevel, 'free'>;
}

/** Shows how full the plan's storage is, and what to do before uploads stop. */
export function StorageWarning({ usedBytes, quotaBytes, level }: StorageWarningProps) {
  const t = useText('center');
  const format = useFormat();
  const facts = { used: format.size(usedBytes), quota: format.planSize(quotaBytes) };
  return (
    <div className="mb-5">
      <Note variant={level === 'filling' ? 'warning' : 'danger'} title={t(`storage.${level}`, facts)} live="off">
        {t(level === 'full' ? 'storage.fullText' : 'storage.text')}{' '}
        <Link to={screens.support} className="underline">
          {t('storage.ask')}
        </Link>
      </Note>
    </div>
  );
}

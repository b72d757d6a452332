import { quotaLevel } from '@medcloud/contract/quota';
import { screens } from '@medcloud/contract/screens';
import { Link } from 'react-router';
import { useCenterDashboard } from '../../calls/medical-center.ts';
import { centerText } from '../../text/center.ts';
import { useFormat } from '../../text/format.ts';
import { useText } from '../../text/language.tsx';
import { Note } from '../../ui/note.tsx';

/** Where uploads begin: that the plan fills up, and what to do before it stops them. Nothing while there is room. */
export function StorageNote() {
  const t = useText(centerText);
  const format = useFormat();
  const { data } = useCenterDashboard();
  if (!data || data.quotaBytes === null) return null;
  const { totalStorage: usedBytes, quotaBytes } = data;
  const level = quotaLevel({ usedBytes, quotaBytes });
  if (level === 'free') return null;
  const facts = { used: format.size(usedBytes), quota: format.planSize(quotaBytes) };
  return (
    <div className="mb-5">
      <Note tone={level === 'filling' ? 'warning' : 'danger'} title={t(`storage.${level}`, facts)} live="off">
        {t(level === 'full' ? 'storage.fullText' : 'storage.text')}{' '}
        <Link to={screens.support} className="underline">
          {t('storage.ask')}
        </Link>
      </Note>
    </div>
  );
}

import type { FiscalReporting } from '@medcloud/contract/shapes/billing/fiscal';
import { useState } from 'react';
import { useFiscalReporting } from '../../../../calls/fiscal.ts';
import { lazyComponent } from '../../../../lib/lazy-component.tsx';
import { useFormat } from '../../../../text/format.ts';
import { useText } from '../../../../text/language.tsx';
import { Button } from '../../../../ui/actions/button.tsx';
import { Note } from '../../../../ui/feedback/note.tsx';

const TakeOverDialog = lazyComponent(async () => (await import('./take-over-dialog.tsx')).TakeOverDialog);

/** Which of the texts fits. */
function wayOf({ driver, where }: FiscalReporting) {
  if (driver !== 'mydata') return driver;
  return where === 'prod' ? 'prod' : 'dev';
}

/** Lists documents that only the authority has, and takes them over. */
function UnknownDocuments({ reporting: { unknown, unknownCount } }: { reporting: FiscalReporting }) {
  const t = useText('billing/fiscal.behind');
  const format = useFormat();
  const [isTakingOver, setTakingOver] = useState(false);
  const open = (
    <Button size="small" onClick={() => setTakingOver(true)}>
      {t('open')}
    </Button>
  );
  return (
    <>
      <Note variant="danger" title={t('title', { count: unknownCount })} actions={open}>
        {t('text')}
        <ul className="mt-2 flex flex-col gap-1">
          {unknown.map(({ mark, number, date, grossCents }) => (
            <li key={mark} className="figures">
              <span className="code">{number}</span> · {format.day(date)} · {format.euros(grossCents)} ·{' '}
              {t('mark', { mark })}
            </li>
          ))}
          {unknown.length < unknownCount && <li>{t('others', { count: unknownCount - unknown.length })}</li>}
        </ul>
      </Note>
      {isTakingOver && <TakeOverDialog count={unknownCount} onClose={() => setTakingOver(false)} />}
    </>
  );
}

/** Says how documents are reported now, and what stops their issue. */
export function ReportingNote() {
  const t = useText('billing/fiscal.reporting');
  const { data } = useFiscalReporting();
  if (data === undefined) return null;
  const way = wayOf(data);
  return (
    <div className="mb-5 flex flex-col gap-3">
      <Note variant={way === 'none' ? 'warning' : 'info'} title={t(`${way}.title`)}>
        {t(`${way}.text`)}
        {data.driver === 'file' && <span className="mt-1 block code wrap-anywhere">{data.where}</span>}
      </Note>
      {data.isCheckNeeded && (
        <Note variant="warning" title={t('unasked.title')}>
          {t('unasked.text')}
        </Note>
      )}
      {data.unknownCount > 0 && <UnknownDocuments reporting={data} />}
    </div>
  );
}

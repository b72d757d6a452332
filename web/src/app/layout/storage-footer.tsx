import { useCenterDashboard } from '../../calls/medical-center.ts';
import { useFormat } from '../../text/format.ts';
import { useText } from '../../text/language.tsx';
import { QuotaBar } from '../../ui/data/quota-bar.tsx';

/** The navigation's footer for centers: used storage of the plan. Renders nothing until it has loaded. */
export function StorageFooter() {
  const t = useText('frame.uploads');
  const format = useFormat();
  const { data } = useCenterDashboard();
  if (!data) return null;
  const { totalStorage, quotaBytes } = data;
  const used = format.size(totalStorage);
  return (
    <div className="flex flex-col gap-2">
      <p className="flex flex-wrap justify-between gap-x-2">
        <span className="text-ink">{t('storage.used')}</span>
        <span className="font-normal figures">
          {quotaBytes === null ? used : t('storage.of', { used, quota: format.planSize(quotaBytes) })}
        </span>
      </p>
      <QuotaBar label={t('storage.used')} usedBytes={totalStorage} quotaBytes={quotaBytes} />
    </div>
  );
}

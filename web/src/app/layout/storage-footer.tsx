import { useCenterDashboard } from '../../calls/medical-center.ts';
import { useFormat } from '../../text/format.ts';
import { useText } from '../../text/language.tsx';
import { uploadText } from '../../text/upload.ts';
import { QuotaBar } from '../../ui/data/quota-bar.tsx';

/** At the foot of the navigation: how much of the plan's storage is used. Nothing while it is not known. */
export function StorageFooter() {
  const t = useText(uploadText);
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

import { Phone, Siren } from 'lucide-react';
import { formatPhone, telLink } from '../../lib/phones.ts';
import { useText } from '../../text/language.tsx';
import { Button } from '../../ui/actions/button.tsx';

/** Shows, below every tab, what to do if a problem with the portal stops work. */
export function EmergencyBanner({ phone, onUrgent }: { phone: string | undefined; onUrgent: () => void }) {
  const t = useText('support');
  return (
    <aside
      aria-labelledby="emergency"
      className="mt-10 flex gap-x-4 gap-y-4 rounded-card border border-warning-line bg-warning-soft p-4 max-md:flex-col md:items-center md:p-5"
    >
      <Siren size={24} className="shrink-0 text-warning-text max-md:hidden" />
      <div className="min-w-0 flex-1">
        <h2 id="emergency" className="text-h2">
          {t('emergency.title')}
        </h2>
        <p className="mt-0.5 text-body text-pretty">{t(phone ? 'emergency.text' : 'emergency.textWithoutPhone')}</p>
        <p className="mt-0.5 text-body font-strong">{t('emergency.medical')}</p>
      </div>
      <div className="flex shrink-0 gap-2 max-lg:flex-col">
        {phone && (
          <Button asChild variant="primary" icon={Phone}>
            <a href={telLink(phone)}>{t('emergency.call', { phone: formatPhone(phone) })}</a>
          </Button>
        )}
        <Button onClick={onUrgent}>{t('emergency.write')}</Button>
      </div>
    </aside>
  );
}

import { ApiErrorState } from '../../../calls/client/api-error-state.tsx';
import { useCenterSettings } from '../../../calls/team.ts';
import { useText } from '../../../text/language.tsx';
import { SkeletonRows } from '../../../ui/feedback/skeleton.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { PageHeader } from '../../../ui/layout/page-header.tsx';
import { SettingsForm } from './settings-form.tsx';

/** Shows what the center requires of its members and its own account, and changes it. */
export function CenterSettings() {
  const t = useText('center/team.settings');
  const settings = useCenterSettings();
  return (
    <>
      <PageHeader title={t('title')} purpose={t('purpose')} />
      <div className="max-w-180">
        {settings.data ? (
          <SettingsForm settings={settings.data} />
        ) : settings.error ? (
          <ApiErrorState title={t('loadFailed')} query={settings} />
        ) : (
          <Card isFlush>
            <SkeletonRows label={t('loading')} />
          </Card>
        )}
      </div>
    </>
  );
}

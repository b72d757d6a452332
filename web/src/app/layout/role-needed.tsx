import { Link } from 'react-router';
import { useTeam } from '../../calls/team.ts';
import { useLanguage, useText } from '../../text/language.tsx';
import { Button } from '../../ui/actions/button.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { useNavigation } from './area-navigation.ts';

/** Shown in place of a screen that the member's roles do not open. Says whom to ask: the owners. */
export function RoleNeeded() {
  const t = useText('center/team.needed');
  const { language } = useLanguage();
  const { data } = useTeam();
  const [first] = useNavigation('center');
  const owners = (data ?? []).filter(({ roles, state }) => state === 'active' && roles.includes('owner'));
  const names = new Intl.ListFormat(language, { type: 'disjunction' }).format(owners.map((one) => one.displayName));
  return (
    <>
      <PageHeader title={t('title')} />
      {/* until the names are known, it keeps its place */}
      <p className="min-h-lh max-w-[72ch] text-prose text-ink-muted">
        {data && (owners.length > 0 ? t('ask', { names }) : t('askCenter'))}
      </p>
      {first && (
        <Button asChild variant="primary" className="mt-5">
          <Link to={first.to}>{t('go', { page: first.label })}</Link>
        </Button>
      )}
    </>
  );
}

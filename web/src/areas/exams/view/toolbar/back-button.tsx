import { ArrowLeft } from 'lucide-react';
import { Link } from 'react-router';
import { homeOf } from '../../../../app/layout/area.ts';
import { useSession } from '../../../../app/session/session.tsx';
import { useBackLink } from '../../../../lib/back-link.ts';
import { useText } from '../../../../text/language.tsx';
import { useTrial } from '../trial.ts';

const buttonClass =
  'inline-flex size-11 shrink-0 items-center justify-center gap-2 rounded-card text-small font-strong hover:bg-v-raised md:h-9 md:w-auto md:px-2.5';

function BackLabel({ children }: { children: string }) {
  return (
    <>
      <ArrowLeft size={18} />
      <span className="max-md:sr-only">{children}</span>
    </>
  );
}

/** Returns to the list in its previous state if the exam was opened from it, otherwise to the dashboard. */
function BackToList() {
  const t = useText('viewer');
  const { goBack } = useBackLink();
  const { user } = useSession();
  return (
    <Link to={user ? homeOf(user.role) : '/'} className={buttonClass} onClick={goBack}>
      <BackLabel>{t('back')}</BackLabel>
    </Link>
  );
}

/** Leads to where the exam was opened from. The trial's is another page. */
export function BackButton() {
  const trial = useTrial();
  if (!trial) return <BackToList />;
  return (
    <a href={trial.home} className={buttonClass}>
      <BackLabel>MedCloud</BackLabel>
    </a>
  );
}

import { ArrowLeft } from 'lucide-react';
import { Link } from 'react-router';
import { homeOf } from '../../../../app/layout/area.ts';
import { useSession } from '../../../../app/session/session.tsx';
import { useBackLink } from '../../../../lib/back-link.ts';
import { useText } from '../../../../text/language.tsx';

/** Returns to the list in its previous state if the exam was opened from it, otherwise to the dashboard. */
export function BackButton() {
  const t = useText('viewer');
  const { goBack } = useBackLink();
  const { user } = useSession();
  return (
    <Link
      to={user ? homeOf(user.role) : '/'}
      className="inline-flex size-11 shrink-0 items-center justify-center gap-2 rounded-card text-small font-strong hover:bg-v-raised md:h-9 md:w-auto md:px-2.5"
      onClick={goBack}
    >
      <ArrowLeft size={18} />
      <span className="max-md:sr-only">{t('back')}</span>
    </Link>
  );
}

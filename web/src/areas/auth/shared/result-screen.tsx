import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { AuthLayout, type AuthLayoutProps } from '../../../app/layout/auth-layout.tsx';
import { Button } from '../../../ui/actions/button.tsx';

interface ResultScreenProps extends Pick<AuthLayoutProps, 'title' | 'lead' | 'back' | 'backTo'> {
  /** The next step: a link, or the page's own button. */
  next: { to: string; label: string } | ReactNode;
}

function isLink(next: ResultScreenProps['next']): next is { to: string; label: string } {
  return typeof next === 'object' && next !== null && 'to' in next && 'label' in next;
}

/** Shows the result of a mailed link, or of the request for one, in place of the form. */
export function ResultScreen({ next, lead, ...layout }: ResultScreenProps) {
  return (
    <AuthLayout {...layout} lead={<span role="status">{lead}</span>}>
      {isLink(next) ? (
        <Button asChild variant="primary" size="large">
          <Link to={next.to}>{next.label}</Link>
        </Button>
      ) : (
        next
      )}
    </AuthLayout>
  );
}

import type { LinkState } from '@medcloud/contract/shapes/access';
import { Images } from 'lucide-react';
import type { ReactNode } from 'react';
import { openOwnExams } from '../../../calls/own.ts';
import { useText } from '../../../text/language.tsx';
import { ConsentButton, Part } from '../parts.tsx';
import type { useLinkAction } from '../use-link.ts';
import { OwnExamPages } from './own-exam-pages.tsx';

/** Offers the person's own pictures, where the center allows it. After a code, `show` gets the page of the pictures. */
export default function OwnEntry({
  token,
  link,
  action,
  show,
  onClose,
}: {
  token: string;
  link: LinkState;
  action: ReturnType<typeof useLinkAction>;
  show: (page: ReactNode) => void;
  onClose: () => void;
}) {
  const t = useText('access.own');
  const persons = link.records.filter(({ isOwnViewable }) => isOwnViewable);
  const open = () =>
    action.run('own', async (code) => {
      await openOwnExams({ accessToken: token, code });
      show(<OwnExamPages persons={persons} onClose={onClose} />);
    });
  return (
    <Part title={t('entry.title')}>
      <p className="mb-3">{t('entry.about')}</p>
      <ConsentButton
        variant="quiet"
        icon={Images}
        busy={action.busy === 'own'}
        disabled={action.busy !== null}
        onClick={() => void open()}
      >
        {t('entry.open')}
      </ConsentButton>
    </Part>
  );
}

import { useTakeOverFiscal } from '../../../../calls/fiscal.ts';
import { useText } from '../../../../text/language.tsx';
import { ConfirmAct } from '../confirm-act.tsx';

/** Asks before documents that only the tax authority has are taken over. */
export function TakeOverDialog({ count, onClose }: { count: number; onClose: () => void }) {
  const t = useText('billing/fiscal.behind');
  return (
    <ConfirmAct
      mutation={useTakeOverFiscal()}
      input={{}}
      onClose={onClose}
      title={t('question', { count })}
      text={t('consequence')}
      confirmLabel={t('submit')}
      confirmingLabel={t('submitting')}
      done={t('done')}
    />
  );
}

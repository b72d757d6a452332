import type { User } from '@medcloud/contract/shapes/accounts';
import { KeyRound } from 'lucide-react';
import { lazyComponent } from '../../../../lib/lazy-component.tsx';
import { useText } from '../../../../text/language.tsx';
import { useDialogSlot } from '../../../../ui/overlays/dialog-slot.tsx';

const AskDialog = lazyComponent(async () => (await import('./ask-dialog.tsx')).AskDialog);
const OpenDialog = lazyComponent(async () => (await import('./open-dialog.tsx')).OpenDialog);

/** Returns the menu item about an account's second factor, if it has one, and the slot of its dialog. */
export function useFactorReset(user: User, name: string) {
  const t = useText('account/recovery');
  const { show, dialogSlot } = useDialogSlot();
  const close = () => show(null);
  const { factorReset: reset } = user;
  const item = reset
    ? {
        label: t('open.item'),
        icon: KeyRound,
        onSelect: () => show(<OpenDialog {...{ user, reset, name }} onClose={close} />),
      }
    : {
        label: t('ask.item'),
        icon: KeyRound,
        isDangerous: true,
        onSelect: () => show(<AskDialog {...{ user, name }} onClose={close} />),
      };
  return { items: reset || user.hasFactor ? [item] : [], dialogSlot };
}

import type { SessionEntry } from '@medcloud/contract';
import { useEndOtherSessions, useEndSession } from '../../calls/account.ts';
import { sentenceOf } from '../../calls/client/use-call.ts';
import { useText, useUiText } from '../../text/language.tsx';
import { ownSessionsText } from '../../text/own-sessions.ts';
import { useSentence } from '../../text/sentences.ts';
import { useToast } from '../../ui/feedback/toast.tsx';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import { useSessionWords } from './session-words.ts';

interface EndSessionDialogProps {
  ending: SessionEntry | 'others';
  onClose: () => void;
}

/** Asks before a session, or every other one, is ended. */
export function EndSessionDialog({ ending, onClose }: EndSessionDialogProps) {
  const t = useText(ownSessionsText);
  const ui = useUiText();
  const sentence = useSentence();
  const toast = useToast();
  const words = useSessionWords();
  const [one, others] = [useEndSession(), useEndOtherSessions()];
  const isAll = ending === 'others';
  const { error, isPending } = isAll ? others : one;
  const done = (title: string) => {
    toast({ title });
    onClose();
  };
  const confirm = () =>
    isAll
      ? others.mutate({}, { onSuccess: () => done(t('othersEnded')) })
      : one.mutate({ params: { id: ending.id } }, { onSuccess: () => done(t('ended')) });
  return (
    <ConfirmDialog
      open
      danger
      onClose={onClose}
      title={isAll ? t('othersTitle') : t('oneTitle', { device: words.device(ending) })}
      text={t('endText')}
      confirm={t(isAll ? 'confirmOthers' : 'confirmOne')}
      confirming={t('ending')}
      keep={t('keep')}
      busy={isPending}
      error={error === null ? undefined : (sentence(sentenceOf(error) ?? undefined) ?? ui('error.noAnswer'))}
      onConfirm={confirm}
    />
  );
}

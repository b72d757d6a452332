import { useRevokeGrant } from '../../../calls/audit.ts';
import { sentenceOf } from '../../../calls/client/use-call.ts';
import { EndGrantDialog } from '../../../forms/end-grant-dialog.tsx';
import { grantEndText } from '../../../text/grant-end.ts';
import { useText } from '../../../text/language.tsx';
import { useSentence } from '../../../text/sentences.ts';
import { useToast } from '../../../ui/feedback/toast.tsx';

/** An administrator ends the grant that an entry of the trail names: of whom and whose it is stands in the entry. */
export function EndAccess({ grant, onClose }: { grant: string; onClose: () => void }) {
  const t = useText(grantEndText);
  const sentence = useSentence();
  const toast = useToast();
  const act = useRevokeGrant();
  const end = (reason: Parameters<typeof act.mutate>[0]['body']['reason']) =>
    act.mutate(
      { params: { id: grant }, body: { reason } },
      {
        onSuccess: () => {
          toast({ title: t('ended') });
          onClose();
        },
      },
    );
  return (
    <EndGrantDialog
      title={t('admin.title')}
      text={t('admin.text')}
      busy={act.isPending}
      error={act.isError ? (sentence(sentenceOf(act.error)) ?? t('failed')) : undefined}
      onEnd={end}
      onClose={onClose}
    />
  );
}

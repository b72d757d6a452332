import { Upload, X } from 'lucide-react';
import { useState } from 'react';
import { kitText } from '../../text/kit.ts';
import { useText, useUiText } from '../../text/language.tsx';
import { Button } from '../../ui/actions/button.tsx';
import { CopyButton } from '../../ui/actions/copy-button.tsx';
import { IconButton } from '../../ui/actions/icon-button.tsx';
import { FileHash } from '../../ui/data/file-hash.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { Note } from '../../ui/feedback/note.tsx';
import { Progress, TransferFacts } from '../../ui/feedback/progress.tsx';
import { useToast } from '../../ui/feedback/toast.tsx';
import { ToastCard } from '../../ui/feedback/toasts.tsx';
import { Field } from '../../ui/forms/field.tsx';
import { TextInput } from '../../ui/forms/text-input.tsx';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import { Group } from './group.tsx';

const megabyte = 1_048_576;

function Toasts() {
  const t = useText(kitText);
  const ui = useUiText();
  const toast = useToast();
  const good = { title: t('uploaded'), text: t('uploadedText') };
  const bad = { variant: 'danger' as const, title: t('loginFailed'), text: t('loginFailedText') };
  const dismiss = <IconButton icon={X} label={ui('action.dismiss')} iconSize={16} className="-my-1" />;
  return (
    <Group title="Toast: success goes after 5 s, an error stays">
      <ToastCard {...good} dismiss={dismiss} />
      <ToastCard {...bad} dismiss={dismiss} />
      <div className="flex gap-2">
        <Button size="small" onClick={() => toast(good)}>
          {good.title}
        </Button>
        <Button size="small" onClick={() => toast(bad)}>
          {bad.title}
        </Button>
      </div>
    </Group>
  );
}

function ConfirmSample() {
  const t = useText(kitText);
  const [open, setOpen] = useState(false);
  const [reason, setReason] = useState('');
  return (
    <Group title="Dialog that asks once, naming the thing">
      <Button variant="dangerOutline" className="self-start" onClick={() => setOpen(true)}>
        {t('withdraw')}
      </Button>
      <ConfirmDialog
        open={open}
        onClose={() => setOpen(false)}
        title={t('withdrawTitle')}
        text={t('withdrawText')}
        confirmLabel={t('withdraw')}
        confirmingLabel={t('withdrawing')}
        cancelLabel={t('keep')}
        danger
        dirty={reason !== ''}
        onConfirm={() => setOpen(false)}
      >
        <Field label={t('reason')}>
          <TextInput value={reason} onChange={(event) => setReason(event.target.value)} />
        </Field>
      </ConfirmDialog>
    </Group>
  );
}

export function Messages() {
  const t = useText(kitText);
  const [isNoteShown, setNoteShown] = useState(true);
  return (
    <>
      <Toasts />
      <ConfirmSample />
      <Group title="Error in place of a list">
        <ErrorState title={t('fetchFailed')} onRetry={() => undefined} />
      </Group>
      <Group title="Notes">
        {isNoteShown && (
          <Note
            variant="success"
            title={t('registered')}
            live="status"
            onDismiss={() => setNoteShown(false)}
            dismissAfterMs={10_000}
            actions={
              <>
                <CopyButton value="P-7K3M2QXH" text={t('copyId')} />
                <Button size="small" icon={Upload}>
                  {t('uploadExam')}
                </Button>
              </>
            }
          >
            Παπαδοπούλου Μαρία · <strong className="font-semibold code">P-7K3M2QXH</strong>
          </Note>
        )}
        <Note variant="warning">{t('storage')}</Note>
        <Note title={t('opensItself')}>{t('waitingText')}</Note>
      </Group>
      <Group title="Progress and seal">
        <Progress label={t('uploadExam')} done={309} total={486} isThick />
        <TransferFacts done={309 * megabyte} total={486 * megabyte} bytesPerSecond={38.2 * megabyte} />
        <FileHash sha256="9f2c41d80c1de3a7f1b2c3d4e5f60718293a4b5c6d7e8f90a1b2c3d4e5f607be" />
      </Group>
    </>
  );
}

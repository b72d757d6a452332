import { Download, Printer } from 'lucide-react';
import { useId, useState } from 'react';
import { lazyComponent } from '../../lib/lazy-component.tsx';
import { useUnsentText } from '../../lib/leave-guard.ts';
import { useFormat } from '../../text/format.ts';
import { useLanguage, useText } from '../../text/language.tsx';
import { Button } from '../../ui/actions/button.tsx';
import { CopyButton } from '../../ui/actions/copy-button.tsx';
import { downloadText, printText } from '../../ui/actions/print-text.ts';
import { Checkbox } from '../../ui/forms/checkbox.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { useFocusHandover } from '../../ui/overlays/focus-handover.ts';
import { useSession } from '../session/session.tsx';

const ConfirmDialog = lazyComponent(async () => (await import('../../ui/overlays/confirm-dialog.tsx')).ConfirmDialog);

const fileName = 'medcloud-recovery-codes.txt';

/** Moves the focus to the codes, because the button that created them is gone. */
const focusElement = (element: HTMLElement | null) => element?.focus();

/** Returns the sheet to keep: what the codes are for, and the codes. */
function useSheet(codes: readonly string[]): { title: string; text: string } {
  const t = useText('account/factors.codes');
  const format = useFormat();
  const { user, medicalCenter } = useSession();
  const account = medicalCenter?.centerId ?? user?.email ?? '';
  const about = t('sheetText', { account, day: format.date(new Date().toISOString()) });
  return { title: t('sheetTitle'), text: `${about}\n\n${codes.join('\n')}\n` };
}

function KeepButtons({ codes }: { codes: readonly string[] }) {
  const t = useText('account/factors.codes');
  const { language } = useLanguage();
  const { title, text } = useSheet(codes);
  return (
    <div className="flex flex-wrap gap-2">
      <Button size="small" icon={Printer} onClick={() => printText({ title, text, language })}>
        {t('print')}
      </Button>
      <Button size="small" icon={Download} onClick={() => downloadText(fileName, `${title}\n\n${text}`)}>
        {t('save')}
      </Button>
      <CopyButton value={codes.join('\n')} text={t('copy')} />
    </div>
  );
}

interface LeaveDialogProps {
  onLeave: () => void;
  onStay: () => void;
}

function LeaveDialog({ onLeave, onStay }: LeaveDialogProps) {
  const t = useText('account/factors.codes');
  return (
    <ConfirmDialog
      open
      isDangerous
      onClose={onStay}
      title={t('leaveTitle')}
      text={t('leaveText')}
      confirmLabel={t('leave')}
      cancelLabel={t('stay')}
      onConfirm={onLeave}
    />
  );
}

/** Shows new recovery codes, which only one response contains. Leaving asks first until the user has kept them. */
export function NewCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const t = useText('account/factors.codes');
  const content = useFocusHandover<HTMLDivElement>();
  const id = useId();
  const [isStored, setStored] = useState(false);
  const [isConfirming, setConfirming] = useState(false);
  useUnsentText(isStored ? undefined : id, 'page');
  return (
    <Card title={t('newTitle')}>
      <div ref={content} className="flex flex-col gap-4">
        <p ref={focusElement} tabIndex={-1} className="text-body text-ink-muted">
          {t('newText')}
        </p>
        <ul className="code grid grid-cols-1 gap-x-8 gap-y-1.5 rounded-card border border-line bg-sunken p-4 text-body sm:grid-cols-2">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <KeepButtons codes={codes} />
        <Checkbox label={t('storedApart')} checked={isStored} onChange={setStored} />
        <Button
          variant="primary"
          className="self-start max-sm:w-full"
          onClick={() => (isStored ? onDone() : setConfirming(true))}
        >
          {t('done')}
        </Button>
      </div>
      {isConfirming && <LeaveDialog onStay={() => setConfirming(false)} onLeave={onDone} />}
    </Card>
  );
}

import { Ellipsis, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useText, useUiText } from '../src/text/language.tsx';
import { Button } from '../src/ui/actions/button.tsx';
import { IconButton } from '../src/ui/actions/icon-button.tsx';
import { LanguageSwitch } from '../src/ui/actions/language-switch.tsx';
import { Menu } from '../src/ui/actions/menu.tsx';
import { ThemeSwitch } from '../src/ui/actions/theme-switch.tsx';
import { ExamTypeBadge, examTypeNames } from '../src/ui/data/exam-type-badge.tsx';
import { FileHash } from '../src/ui/data/file-hash.tsx';
import { StatusBadge } from '../src/ui/data/status-badge.tsx';
import { Table } from '../src/ui/data/table.tsx';
import { ErrorState } from '../src/ui/feedback/error-state.tsx';
import { Note } from '../src/ui/feedback/note.tsx';
import { Progress } from '../src/ui/feedback/progress.tsx';
import { SkeletonRows } from '../src/ui/feedback/skeleton.tsx';
import { useToast } from '../src/ui/feedback/toast.tsx';
import { ToastCard } from '../src/ui/feedback/toasts.tsx';
import { Stepper } from '../src/ui/layout/stepper.tsx';
import { ConfirmDialog } from '../src/ui/overlays/confirm-dialog.tsx';
import { Sheet, SheetSection } from '../src/ui/overlays/sheet.tsx';
import { Fields } from './fields.tsx';

const statuses = ['processing', 'completed', 'needs-attention', 'withdrawn', 'denied', 'pending-approval'] as const;

/** Buttons at rest, hovered, pressed, focused, busy and disabled; their kinds and sizes; a menu; badges. */
function Actions() {
  const t = useText('gallery');
  const ui = useUiText();
  return (
    <div className="flex flex-wrap items-center gap-3">
      {['', 'bg-primary-hover', 'bg-primary-active', 'outline-2 outline-offset-2 outline-focus'].map((state) => (
        <Button key={state} variant="primary" className={state}>
          {ui('action.save')}
        </Button>
      ))}
      <Button variant="primary" size="large" busy busyLabel={ui('action.saving')} />
      <Button variant="primary" reason={t('settle')}>
        {ui('action.save')}
      </Button>
      <Button size="small">{ui('action.edit')}</Button>
      <Button variant="ghost">{ui('action.cancel')}</Button>
      <Button variant="danger">{t('withdraw')}</Button>
      <Button variant="dangerOutline">{t('reject')}</Button>
      <Menu
        trigger={<IconButton icon={Ellipsis} label={ui('action.more')} />}
        items={[
          { label: ui('action.edit'), icon: Pencil, onSelect: () => undefined, hint: 'E' },
          { label: t('withdraw'), icon: Trash2, onSelect: () => undefined, isDangerous: true, hasSeparator: true },
        ]}
      />
      {examTypeNames.map((type) => (
        <ExamTypeBadge key={type} type={type} />
      ))}
      {statuses.map((status) => (
        <StatusBadge key={status} status={status} />
      ))}
    </div>
  );
}

/** Toasts, a dialog, notes, progress, an error and loading rows. */
function Feedback() {
  const t = useText('gallery');
  const ui = useUiText();
  const toast = useToast();
  const [isOpen, setOpen] = useState(false);
  const failed = { variant: 'danger' as const, title: t('loginFailed'), text: t('loginFailedText') };
  return (
    <>
      <ToastCard title={t('uploaded')} text={t('uploadedText')} dismiss={null} />
      <div className="flex flex-wrap gap-3">
        <Button onClick={() => toast(failed)}>{failed.title}</Button>
        <Button onClick={() => setOpen(true)}>{t('withdraw')}</Button>
      </div>
      <ConfirmDialog
        open={isOpen}
        onClose={() => setOpen(false)}
        title={t('withdrawTitle')}
        text={t('withdrawText')}
        confirmLabel={t('withdraw')}
        cancelLabel={t('keep')}
        isDangerous
        onConfirm={() => setOpen(false)}
      />
      <Note variant="success" title={t('registered')} onDismiss={() => undefined} dismissAfterMs={600_000} />
      <Note variant="warning">{t('storage')}</Note>
      <Note title={t('waiting')}>{t('waitingText')}</Note>
      <Progress label={t('uploaded')} done={309} total={486} isThick />
      <FileHash sha256="9f2c41d80c1de3a7f1b2c3d4e5f60718293a4b5c6d7e8f90a1b2c3d4e5f607be" />
      <ErrorState title={t('fetchFailed')} onRetry={() => undefined} />
      <SkeletonRows rows={2} label={ui('list.loading')} />
    </>
  );
}

const patients = [
  { id: 'P-7K3M2QXH', name: 'Παπαδοπούλου Μαρία' },
  { id: 'P-0WZ8R5NC', name: 'Papadopoulos Andreas' },
];

/** Steps, and a list whose row opens a sheet. */
function Lists() {
  const t = useText('gallery');
  const [opened, setOpened] = useState<(typeof patients)[number] | null>(null);
  const steps = [
    { title: t('code'), fact: t('verifiedAt'), state: 'done' },
    { title: t('stepConsent'), fact: t('waiting'), state: 'current' },
    { title: t('stepAccess'), fact: t('opensItself'), state: 'open' },
  ] as const;
  return (
    <>
      <Stepper label={t('stepAccess')} steps={steps} isVertical />
      <Table
        label={t('patients')}
        rows={patients}
        rowKey={({ id }) => id}
        selectedKey={opened?.id ?? null}
        onOpen={setOpened}
        columns={[
          { key: 'name', header: t('patient'), cell: ({ name }) => name },
          { key: 'id', header: t('patientId'), cell: ({ id }) => <span className="code">{id}</span> },
        ]}
        phoneRow={({ name, id }) => ({ title: name, subtitle: id })}
      />
      {opened && (
        <Sheet title={opened.name} subtitle={opened.id} onClose={() => setOpened(null)}>
          <SheetSection title={t('stepAccess')}>{t('opensItself')}</SheetSection>
        </Sheet>
      )}
    </>
  );
}

/** Shows the components in their states. The development server has it at `/gallery`; the build leaves it out. */
export function Gallery() {
  const t = useText('gallery');
  return (
    <main className="mx-auto grid max-w-400 gap-6 px-4 py-8 md:grid-cols-2">
      <div className="flex min-w-0 flex-col gap-4">
        <h1 className="text-h1">{t('title')}</h1>
        <LanguageSwitch />
        <ThemeSwitch />
        <Fields />
      </div>
      <div className="flex min-w-0 flex-col gap-4">
        <Actions />
        <Feedback />
        <Lists />
      </div>
    </main>
  );
}

import { ArrowUpDown, History, LayoutDashboard, Pencil, Plus, Upload, Users } from 'lucide-react';
import { useState } from 'react';
import { Shell } from '../../app/layout/shell.tsx';
import { patientName } from '../../lib/names.ts';
import { useFormat } from '../../text/format.ts';
import { kitText } from '../../text/kit.ts';
import { useText, useUiText } from '../../text/language.tsx';
import { Button } from '../../ui/actions/button.tsx';
import { CopyButton } from '../../ui/actions/copy-button.tsx';
import { Avatar } from '../../ui/data/avatar.tsx';
import { Facts } from '../../ui/data/facts.tsx';
import { StatusBadge } from '../../ui/data/status-badge.tsx';
import { TwoLines } from '../../ui/data/two-lines.tsx';
import { Note } from '../../ui/feedback/note.tsx';
import { Progress } from '../../ui/feedback/progress.tsx';
import { useToast } from '../../ui/feedback/toast.tsx';
import { SearchBox } from '../../ui/forms/search-box.tsx';
import { Select } from '../../ui/forms/select.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { Sheet, SheetSection } from '../../ui/overlays/sheet.tsx';
import { SampleStepper, SampleTable } from './lists.tsx';
import type { SamplePatient } from './sample-patients.ts';

function SampleSheet({ patient, onClose }: { patient: SamplePatient; onClose: () => void }) {
  const t = useText(kitText);
  const ui = useUiText();
  const format = useFormat();
  const doctor = { firstName: 'Ελένη', lastName: 'Σταυρίδου' };
  return (
    <Sheet
      title={patientName(patient)}
      subtitle={
        <>
          <span className="code">{patient.id}</span>
          <CopyButton value={patient.id} label={t('copyId')} />
        </>
      }
      onClose={onClose}
      actions={
        <>
          <Button size="small" variant="primary" icon={Upload}>
            {t('uploadExam')}
          </Button>
          <Button size="small" icon={Pencil}>
            {ui('action.edit')}
          </Button>
        </>
      }
    >
      <SheetSection>
        <Facts
          facts={[
            { label: t('registeredOn'), value: format.day(patient.registered) },
            { label: t('email'), value: patient.email ?? t('noEmail') },
          ]}
        />
      </SheetSection>
      <SheetSection title={t('stepAccess')} count={1}>
        <div className="flex items-center gap-3">
          <Avatar person={doctor} />
          <span className="min-w-0 flex-1">
            <TwoLines first={format.doctor(doctor)} second={t('until', { day: format.day('2026-12-20') })} />
          </span>
          <StatusBadge status="granted" />
        </div>
      </SheetSection>
    </Sheet>
  );
}

function SampleFoot() {
  const t = useText(kitText);
  return (
    <div className="flex flex-col gap-2">
      <p className="flex justify-between gap-2">
        <span className="text-ink">{t('storageUsed')}</span>
        <span className="font-normal figures">312 / 500 GB</span>
      </p>
      <Progress label={t('storageUsed')} done={312} total={500} />
    </div>
  );
}

/** Shows an area's shell with a list, a sheet and a stepper. Exists in development only. */
export function ShellGallery() {
  const t = useText(kitText);
  const toast = useToast();
  const [open, setOpen] = useState<SamplePatient | null>(null);
  const [search, setSearch] = useState('');
  const navigation = [
    { to: '/kit/shell/dashboard', label: t('dashboard'), icon: LayoutDashboard },
    { to: '/kit/shell/patients', label: t('management'), icon: Users, count: 2 },
    { to: '/kit/shell/upload', label: t('uploadExam'), icon: Upload },
    { to: '/kit/shell/history', label: t('history'), icon: History },
  ];
  return (
    <Shell
      navigation={navigation}
      name="Aegean Imaging, Piraeus"
      detail="Cardiology"
      onLogOut={() => toast({ title: 'Log out' })}
      onPalette={() => undefined}
      footer={<SampleFoot />}
    >
      <PageHeader
        title={t('management')}
        purpose={t('managementText')}
        action={
          <Button
            variant="primary"
            icon={Plus}
            shortLabel={t('registerShort')}
            onClick={() => toast({ title: t('uploaded'), text: t('uploadedText') })}
          >
            {t('register')}
          </Button>
        }
      />
      <div className="flex flex-col gap-4">
        <Note
          variant="success"
          title={t('registered')}
          onDismiss={() => undefined}
          dismissAfterMs={600_000}
          actions={<CopyButton value="P-7K3M2QXH" text={t('copyId')} />}
        >
          Παπαδοπούλου Μαρία · <strong className="font-semibold code">P-7K3M2QXH</strong>
        </Note>
        <div className="flex flex-wrap gap-2">
          <SearchBox
            label={t('search')}
            placeholder={t('search')}
            value={search}
            onChange={setSearch}
            className="min-w-60 flex-1"
          />
          <Select
            variant="quiet"
            icon={ArrowUpDown}
            label={t('newest')}
            value="newest"
            onChange={() => undefined}
            options={[
              { value: 'newest', label: t('newest') },
              { value: 'oldest', label: t('oldest') },
            ]}
          />
        </div>
        <SampleTable selected={open?.id ?? null} onOpen={setOpen} />
        <SampleStepper />
      </div>
      {open && <SampleSheet patient={open} onClose={() => setOpen(null)} />}
    </Shell>
  );
}

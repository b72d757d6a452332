import { screenPath } from '@medcloud/contract/screens';
import type { FiscalDocument } from '@medcloud/contract/shapes/billing/fiscal';
import { useState } from 'react';
import { Link } from 'react-router';
import { useRetryFiscal } from '../../../../calls/fiscal.ts';
import { fromList } from '../../../../lib/back-link.ts';
import { lazyComponent } from '../../../../lib/lazy-component.tsx';
import { useFormat } from '../../../../text/format.ts';
import { useText } from '../../../../text/language.tsx';
import { useFailure } from '../../../../text/use-error-message.ts';
import { Button } from '../../../../ui/actions/button.tsx';
import { Facts } from '../../../../ui/data/facts.tsx';
import { Note } from '../../../../ui/feedback/note.tsx';
import { useToast } from '../../../../ui/feedback/toast.tsx';
import { Sheet, SheetSection } from '../../../../ui/overlays/sheet.tsx';
import { adviceFor } from './fiscal-advice.ts';
import { FiscalStateBadge } from './fiscal-state.tsx';

const VoidDialog = lazyComponent(async () => (await import('./void-dialog.tsx')).VoidDialog);

function RetryButton({ document: { invoiceId, state } }: { document: FiscalDocument }) {
  const t = useText('billing/fiscal.retry');
  const describe = useFailure();
  const toast = useToast();
  const { mutate, isPending } = useRetryFiscal();
  const retry = () =>
    mutate(
      { params: { invoiceId } },
      {
        onSuccess: () => toast({ title: t('done') }),
        onError: (error) =>
          toast({ variant: 'danger', title: t('failed'), text: describe(error), isShownInPage: true }),
      },
    );
  return (
    <Button size="small" onClick={retry} busy={isPending} busyLabel={t('busy')}>
      {t(state === 'rejected' ? 'again' : 'now')}
    </Button>
  );
}

/** What to do about a document, with the code of the last failure and the next attempt. */
function Advice({ document }: { document: FiscalDocument }) {
  const t = useText('billing/fiscal');
  const format = useFormat();
  const advice = adviceFor(document);
  if (advice === null) return null;
  const { state, errorCode, nextTryAt } = document;
  return (
    <div className="px-4 pt-4 md:px-5">
      <Note
        variant={state === 'rejected' ? 'danger' : advice === 'soon' ? 'info' : 'warning'}
        title={errorCode === null ? undefined : t('code', { code: errorCode })}
      >
        {t(`advice.${advice}`)}
        {nextTryAt !== null && <span className="mt-1 block">{t('nextTry', { time: format.dateTime(nextTryAt) })}</span>}
      </Note>
    </div>
  );
}

function useFacts(document: FiscalDocument) {
  const t = useText('billing/fiscal');
  const format = useFormat();
  const { userId, buyer, date, grossCents, mark, cancelMark, uid, tries, driver } = document;
  const code = (text: string) => <span className="code wrap-anywhere">{text}</span>;
  const account = screenPath('adminBillingAccount', { userId });
  return [
    {
      label: t('buyer'),
      value: (
        <Link to={account} state={fromList} className="text-primary-text underline">
          <bdi>{buyer}</bdi>
        </Link>
      ),
    },
    { label: t('date'), value: <span className="figures">{format.day(date)}</span> },
    { label: t('amount'), value: <span className="figures">{format.euros(grossCents)}</span> },
    { label: t('mark'), value: mark === null ? t(driver === 'file' ? 'unsent' : 'noMark') : code(mark) },
    ...(cancelMark === null ? [] : [{ label: t('cancelMark'), value: code(cancelMark) }]),
    { label: t('uid'), value: code(uid) },
    { label: t('tries'), value: <span className="figures">{tries}</span> },
  ];
}

/** Shows one document beside the list: its marks, what to do, and what an administrator may do with it. */
export function FiscalSheet({ document, onClose }: { document: FiscalDocument; onClose: () => void }) {
  const t = useText('billing/fiscal');
  const [isVoiding, setVoiding] = useState(false);
  const { state, number, kind, isVoidable } = document;
  const canRetry = state !== 'accepted' && state !== 'cancelled';
  return (
    <Sheet
      title={<span className="code">{number}</span>}
      subtitle={<FiscalStateBadge document={document} />}
      actions={
        (canRetry || isVoidable) && (
          <>
            {canRetry && <RetryButton document={document} />}
            {isVoidable && (
              <Button size="small" variant="dangerOutline" onClick={() => setVoiding(true)}>
                {t('void.open')}
              </Button>
            )}
          </>
        )
      }
      onClose={onClose}
    >
      <Advice document={document} />
      <SheetSection title={t(kind === 'credit_note' ? 'creditNote' : 'invoice')}>
        <Facts facts={useFacts(document)} />
      </SheetSection>
      {isVoiding && <VoidDialog document={document} onClose={() => setVoiding(false)} />}
    </Sheet>
  );
}

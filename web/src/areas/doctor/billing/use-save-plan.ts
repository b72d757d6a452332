import { useChangePlan } from '../../../calls/doctor.ts';
import { useFormat } from '../../../text/format.ts';
import { useText } from '../../../text/language.tsx';
import { useToast } from '../../../ui/feedback/toast.tsx';

/** Saves the chosen plan and shows when it takes effect. */
export function useSavePlan(onDone: () => void) {
  const t = useText('account');
  const toast = useToast();
  const format = useFormat();
  return useChangePlan({
    onSuccess: ({ plan, pendingChange, status }) => {
      const text = pendingChange
        ? t('change.doneLater', { day: format.day(pendingChange.from), plan: pendingChange.plan })
        : t(status !== 'active' ? 'change.doneNow' : 'change.unchanged', { plan });
      toast({ title: t('change.done'), text });
      onDone();
    },
    onError: () => toast({ variant: 'danger', title: t('change.failed') }),
  });
}

import type { PreferredLayout } from '@medcloud/contract/shapes/account/viewer-settings';
import type { ViewerExam } from '@medcloud/contract/shapes/viewing';
import { useChangeViewerSettings, useViewerSettings } from '../../../../calls/account.ts';
import { useText, useUiText } from '../../../../text/language.tsx';
import { useToast } from '../../../../ui/feedback/toast.tsx';
import type { Layout } from '../../../../viewer/tool-names.ts';
import type { ComparedExam } from '../compare/use-compared-exam.ts';
import type { DarkMenuItem } from '../toolbar/dark-menu.tsx';

/** Returns the menu item that keeps the layout for exams of this type, or ends it. Undefined until it is known. */
export function usePreferredLayout(
  { exam }: ViewerExam,
  compared: ComparedExam,
  layout: Layout,
): DarkMenuItem | undefined {
  const t = useText('viewer');
  const ui = useUiText();
  const toast = useToast();
  const { data } = useViewerSettings();
  const { mutate } = useChangeViewerSettings();
  if (!data) return undefined;
  const { examType } = exam;
  const shown: PreferredLayout = { examType, layout, compare: compared.id !== null };
  const preferred = data.layouts.find((one) => one.examType === examType);
  const isPreferred = preferred?.layout === shown.layout && preferred.compare === shown.compare;
  const others = data.layouts.filter((one) => one.examType !== examType);
  return {
    key: 'keep',
    label: t(shown.compare ? 'hanging.keepCompared' : 'hanging.keep', { type: ui(`examType.${examType}`) }),
    checked: isPreferred,
    onSelect: () =>
      mutate(
        { body: { layouts: isPreferred ? others : [...others, shown] } },
        {
          onSuccess: () => toast({ title: t(isPreferred ? 'hanging.ended' : 'hanging.saved') }),
          onError: () => toast({ variant: 'danger', title: t('hanging.failed') }),
        },
      ),
  };
}

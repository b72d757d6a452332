import { classes } from '../../lib/classes.ts';
import type { ExamTypeName } from '../../lib/exam-types.ts';
import { useUiText } from '../../text/language.tsx';
import { badgeShape } from './badge.tsx';

export { type ExamTypeName, examTypeNames } from '../../lib/exam-types.ts';

// One hue per type on all screens. Full class names, because Tailwind reads them from the source.
export const examTypeStyles = {
  mri: ['bg-(--exam-mri-soft) text-(--exam-mri-text)', 'bg-(--exam-mri-mark)'],
  ct: ['bg-(--exam-ct-soft) text-(--exam-ct-text)', 'bg-(--exam-ct-mark)'],
  xray: ['bg-(--exam-xray-soft) text-(--exam-xray-text)', 'bg-(--exam-xray-mark)'],
  blood: ['bg-(--exam-blood-soft) text-(--exam-blood-text)', 'bg-(--exam-blood-mark)'],
  ultrasound: ['bg-(--exam-ultrasound-soft) text-(--exam-ultrasound-text)', 'bg-(--exam-ultrasound-mark)'],
  'pet-ct': ['bg-(--exam-pet-ct-soft) text-(--exam-pet-ct-text)', 'bg-(--exam-pet-ct-mark)'],
  other: ['bg-(--exam-other-soft) text-(--exam-other-text)', 'bg-(--exam-other-mark)'],
} as const;

/** The exam's type with color mark and name. On a selected row its background is the surface color. */
export function ExamTypeBadge({ type }: { type: ExamTypeName }) {
  const t = useUiText();
  const [style, mark] = examTypeStyles[type];
  return (
    <span className={classes(badgeShape, 'border-transparent in-data-selected:bg-surface', style)}>
      <span aria-hidden="true" className={classes('size-[7px] rounded-[2px]', mark)} />
      {t(`examType.${type}`)}
    </span>
  );
}

import { AudioWaveform, Bone, Brain, Droplet, FileText, type LucideIcon, Radiation, ScanLine } from 'lucide-react';
import type { ReactNode } from 'react';
import { classes } from '../../lib/classes.ts';
import { ExamTypeBadge, type ExamTypeName, examTypeStyles } from './exam-type-badge.tsx';

const typeIcons = {
  mri: Brain,
  ct: ScanLine,
  xray: Bone,
  blood: Droplet,
  ultrasound: AudioWaveform,
  'pet-ct': Radiation,
  other: FileText,
} as const satisfies Record<ExamTypeName, LucideIcon>;

/** An exam's small image, or its type's icon while there is none: 56 px, or 40 px in a table. */
export function ExamImage({ type, src, isSmall }: { type: ExamTypeName; src?: string | undefined; isSmall?: boolean }) {
  const Icon = typeIcons[type];
  const size = isSmall ? 'size-10' : 'size-14';
  if (src !== undefined)
    return (
      <img src={src} alt="" className={classes(size, 'max-w-none shrink-0 rounded-card bg-black object-contain')} />
    );
  return (
    <span
      aria-hidden="true"
      className={classes(size, 'grid shrink-0 place-items-center rounded-card', examTypeStyles[type][0])}
    >
      <Icon size={isSmall ? 18 : 24} />
    </span>
  );
}

/** For the link or button in a row's title: the whole row is it. */
export const rowLinkClass = 'row-link cursor-pointer after:absolute after:inset-0 focus-visible:outline-none';

interface ExamRowProps {
  type: ExamTypeName;
  /** Address of its small image. */
  image: string | undefined;
  /** A link or button of `rowLinkClass`. */
  title: ReactNode;
  /** Day, body part, number of images: what is known. */
  facts: readonly string[];
  /** Below them, such as the center's notes; not on a phone, whose rows have two lines. */
  note?: ReactNode;
  /** State and warnings. */
  marks?: ReactNode;
  /** Buttons at the right. */
  actions?: ReactNode;
}

/** One exam of a list: image, title and facts in 72 px, below 768 px in 76. */
export function ExamRow({ type, image, title, facts, note, marks, actions }: ExamRowProps) {
  return (
    <li className="relative flex min-h-[72px] items-center gap-3 px-4 py-2 has-[.row-link:focus-visible]:outline-2 has-[.row-link:focus-visible]:-outline-offset-2 has-[.row-link:focus-visible]:outline-focus max-md:min-h-[76px] md:px-5 hover:bg-bg">
      <ExamImage type={type} src={image} />
      <div className="min-w-0 flex-1">
        <h3 className="truncate text-body font-strong max-md:text-[0.9375rem]">{title}</h3>
        <div className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-small text-ink-muted">
          {/* one line on a phone: the facts end where it does */}
          <span className="flex min-w-0 items-center gap-2 max-md:w-full">
            <ExamTypeBadge type={type} />
            <span className="min-w-0 truncate figures">{facts.join(' · ')}</span>
          </span>
          {marks}
        </div>
        {note && <p className="mt-1 truncate text-small text-ink-muted max-md:hidden">{note}</p>}
      </div>
      {actions && <span className="relative flex shrink-0 items-center">{actions}</span>}
    </li>
  );
}

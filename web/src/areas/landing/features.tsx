import { Building2, Check, FileArchive, Fingerprint, MessageSquareText, Stethoscope } from 'lucide-react';
import type { ReactNode } from 'react';
import { examTypeNames } from '../../lib/exam-types.ts';
import { badgeShape } from '../../ui/data/badge.tsx';
import { examTypeStyles } from '../../ui/data/exam-type-badge.tsx';
import { Message } from './landing-message.ts';
import { createMessage } from './message.tsx';
import { pageTexts } from './page-texts.ts';

const CommonMessage = createMessage<'common'>((language) => pageTexts('common', language));

const row = 'flex items-center gap-2.5 rounded-badge border border-line bg-surface px-3 py-2 text-small';

function FileHashSample() {
  return (
    <div className="flex w-full flex-col gap-2">
      <p className={row}>
        <FileArchive size={16} aria-hidden="true" className="text-ink-muted" />
        <span className="font-strong">thorax_ct.zip</span>
        <span className="figures ml-auto text-ink-muted">486 MB</span>
      </p>
      <p className={row}>
        <Fingerprint size={16} aria-hidden="true" className="text-ink-muted" />
        <span className="code truncate text-ink-muted">9f2c 41d8 6e03 … 07be</span>
        <span className="ml-auto inline-flex items-center gap-1 rounded-badge bg-success-soft px-2 py-0.5 text-tiny text-success-text">
          <Check size={12} aria-hidden="true" />
          <Message of="features.identical" />
        </span>
      </p>
    </div>
  );
}

const path = [
  [Building2, 'features.uploads', '11:04'],
  [MessageSquareText, 'features.allows', '11:09'],
  [Stethoscope, 'features.views', '11:10'],
] as const;

function AccessLogSample() {
  return (
    <ol className="flex w-full flex-col gap-2">
      {path.map(([Icon, word, at]) => (
        <li key={at} className={row}>
          <Icon size={16} aria-hidden="true" className="text-primary" />
          <span>
            <Message of={word} />
          </span>
          <span className="figures ml-auto text-ink-muted">{at}</span>
        </li>
      ))}
    </ol>
  );
}

function ExamTypesSample() {
  return (
    <ul className="flex flex-wrap gap-2">
      {examTypeNames.map((type) => {
        const [colorClasses, mark] = examTypeStyles[type];
        return (
          <li key={type} className={`${badgeShape} border-transparent ${colorClasses}`}>
            <span aria-hidden="true" className={`size-[7px] rounded-[2px] ${mark}`} />
            <CommonMessage of={`examType.${type}`} />
          </li>
        );
      })}
    </ul>
  );
}

function Feature({ sample, title, text }: { sample: ReactNode; title: ReactNode; text: ReactNode }) {
  return (
    <li className="flex flex-col overflow-hidden rounded-dialog border border-line bg-surface">
      <div className="flex min-h-44 items-center border-b border-line bg-sunken p-5">{sample}</div>
      <div className="p-5">
        <h3 className="text-h2">{title}</h3>
        <p className="mt-2 text-body text-ink-muted">{text}</p>
      </div>
    </li>
  );
}

/** Shows small samples of the real interface, each with its explanation. */
export function Features() {
  return (
    <section id="about" className="mx-auto max-w-300 scroll-mt-20 px-4 pt-28 md:px-8">
      <h2 className="text-section">
        <Message of="features.title" />
      </h2>
      <p className="mt-3 max-w-150 text-prose text-ink-muted">
        <Message of="features.lead" />
      </p>
      <ul className="mt-8 grid gap-5 lg:grid-cols-3">
        <Feature
          sample={<FileHashSample />}
          title={<Message of="features.storage" />}
          text={<Message of="features.storageText" />}
        />
        <Feature
          sample={<AccessLogSample />}
          title={<Message of="features.access" />}
          text={<Message of="features.accessText" />}
        />
        <Feature
          sample={<ExamTypesSample />}
          title={<Message of="features.formats" />}
          text={<Message of="features.formatsText" />}
        />
      </ul>
    </section>
  );
}

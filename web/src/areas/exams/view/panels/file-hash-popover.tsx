import type { Exam } from '@medcloud/contract/shapes/exams';
import { FingerprintPattern } from 'lucide-react';
import { Popover } from 'radix-ui';
import { useFormat } from '../../../../text/format.ts';
import { useText } from '../../../../text/language.tsx';
import { CopyButton } from '../../../../ui/actions/copy-button.tsx';
import { BarButton } from '../toolbar/bar-button.tsx';

/** Shows the SHA-256 of the original file, to copy it and to check a download. */
export function FileHashPopover({ exam }: { exam: Exam }) {
  const t = useText('viewer');
  const format = useFormat();
  return (
    <Popover.Root>
      <Popover.Trigger asChild>
        <BarButton icon={FingerprintPattern} label={t('fileHash.title')} hasLabel className="max-md:hidden" />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="end"
          sideOffset={6}
          collisionPadding={8}
          aria-label={t('fileHash.title')}
          data-theme="dark"
          className="z-40 w-88 max-w-[calc(100vw-1rem)] animate-rise rounded-card border border-v-line bg-v-raised p-4 text-v-ink shadow-float"
        >
          <h2 className="text-h3">{t('fileHash.title')}</h2>
          <p className="mt-1 text-small text-v-muted">
            {t('fileHash.from', { file: exam.fileName, date: format.dateTime(exam.uploadedAt) })}
          </p>
          <p className="mt-3 break-all rounded-badge bg-v-field p-2 text-small code">{exam.sha256}</p>
          <p className="mt-2 mb-3 text-small text-v-muted">{t('fileHash.text')}</p>
          <CopyButton value={exam.sha256} text={t('fileHash.copy')} />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

import { breachNoticeKinds } from '@medcloud/contract/choices';
import { type Language, languages } from '@medcloud/contract/languages';
import type { BreachDraft, BreachNoticeKind } from '@medcloud/contract/shapes/breaches';
import { Download, Languages, Printer } from 'lucide-react';
import { useState } from 'react';
import { useBreachDrafts } from '../../../calls/breaches.ts';
import { ApiErrorState } from '../../../calls/client/api-error-state.tsx';
import { useFormat } from '../../../text/format.ts';
import { useLanguage, useText, useUiText } from '../../../text/language.tsx';
import { Button } from '../../../ui/actions/button.tsx';
import { CopyButton } from '../../../ui/actions/copy-button.tsx';
import { downloadText, printText } from '../../../ui/actions/print-text.ts';
import { SkeletonRows } from '../../../ui/feedback/skeleton.tsx';
import { Select } from '../../../ui/forms/select.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { Tabs } from '../../../ui/layout/tabs.tsx';

function Draft({ draft: { notice, language, title, text } }: { draft: BreachDraft }) {
  const t = useText('breaches/record.drafts');
  const draftText = `${title}\n\n${text}`;
  return (
    <>
      <div className="mb-3 flex flex-wrap gap-2">
        <CopyButton value={draftText} text={t('copy')} />
        <Button size="small" icon={Printer} onClick={() => printText({ title, text, language })}>
          {t('print')}
        </Button>
        <Button
          size="small"
          icon={Download}
          onClick={() => downloadText(`breach-${notice}-${language}.txt`, draftText)}
        >
          {t('download')}
        </Button>
      </div>
      <article lang={language} className="max-w-176 rounded-card border border-line bg-sunken px-4 py-4 md:px-6">
        <h3 className="text-h3">{title}</h3>
        <p className="mt-3 text-body whitespace-pre-wrap wrap-anywhere">{text.trimEnd()}</p>
      </article>
    </>
  );
}

interface DraftChoice {
  notice: BreachNoticeKind;
  language: Language;
}

function DraftLanguage({ choice, onChange }: { choice: DraftChoice; onChange: (language: Language) => void }) {
  const t = useText('breaches/record.drafts');
  const format = useFormat();
  return (
    <Select
      variant="quiet"
      icon={Languages}
      label={t('language')}
      value={choice.language}
      onChange={onChange}
      options={languages.map((value) => ({ value, label: format.language(value) }))}
    />
  );
}

/** Shows the drafts of both notices in each language, to copy, print or download. */
export function DraftsCard({ id }: { id: string }) {
  const t = useText('breaches/record.drafts');
  const ui = useUiText();
  const { language } = useLanguage();
  const [choice, setChoice] = useState<DraftChoice>({ notice: 'authority', language });
  const { data, error, isFetching, refetch } = useBreachDrafts(id);
  const draft = data?.find((each) => each.notice === choice.notice && each.language === choice.language);
  return (
    <Card
      title={t('title')}
      aside={<DraftLanguage choice={choice} onChange={(wanted) => setChoice({ ...choice, language: wanted })} />}
    >
      <p className="mb-3 max-w-176 text-ink-muted">{t('note')}</p>
      <Tabs
        label={t('choose')}
        value={choice.notice}
        onChange={(notice) => setChoice({ ...choice, notice })}
        tabs={breachNoticeKinds.map((value) => ({ value, label: t(value) }))}
      >
        {draft && <Draft draft={draft} />}
        {error && !data && <ApiErrorState title={t('failed')} query={{ error, isFetching, refetch }} />}
        {!error && !data && <SkeletonRows rows={6} label={ui('list.loading')} />}
      </Tabs>
    </Card>
  );
}

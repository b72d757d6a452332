import { isLanguage, languages, languageTable } from '@medcloud/contract/languages';
import { useSession } from '../../app/session/session.tsx';
import { useChangeAccount } from '../../calls/auth.ts';
import { useFormat } from '../../text/format.ts';
import { useLanguage, useText } from '../../text/language.tsx';
import { useFailure } from '../../text/use-error-message.ts';
import { Note } from '../../ui/feedback/note.tsx';
import { useToast } from '../../ui/feedback/toast.tsx';
import { Field } from '../../ui/forms/field.tsx';
import { RadioList } from '../../ui/forms/radio-cards.tsx';
import { Card } from '../../ui/layout/card.tsx';

const options = languages.map((value) => ({ value, title: languageTable[value].name }));

/** Chooses the language of the portal's emails. It is stored with the account and saved immediately. */
function MailLanguage() {
  const { user } = useSession();
  const t = useText('auth');
  const format = useFormat();
  const toast = useToast();
  const describeFailure = useFailure();
  const change = useChangeAccount();
  // shows the new choice while it is being saved, and the stored one again if saving fails
  const chosen = change.isPending ? change.variables.body.language : user?.language;
  const choose = (value: string) => {
    if (!isLanguage(value) || value === user?.language) return;
    const onSuccess = () =>
      toast({ title: t('account.mailsChanged', { language: value, name: format.language(value) }) });
    change.mutate({ body: { language: value } }, { onSuccess });
  };
  return (
    <>
      <Field label={t('account.inMails')}>
        <RadioList label={t('account.inMails')} value={chosen ?? ''} onChange={choose} options={options} />
      </Field>
      {change.error && (
        <Note variant="danger" title={t('account.mailsFailed')}>
          {describeFailure(change.error)}
        </Note>
      )}
    </>
  );
}

/** Chooses the language of the screens and the language of the portal's emails. */
export function Languages() {
  const t = useText('auth');
  const { language, setLanguage } = useLanguage();
  return (
    <Card title={t('account.languages')}>
      <div className="flex flex-col gap-5">
        <Field label={t('account.onScreen')}>
          <RadioList
            label={t('account.onScreen')}
            value={language}
            onChange={(value) => isLanguage(value) && setLanguage(value)}
            options={options}
          />
        </Field>
        <MailLanguage />
      </div>
    </Card>
  );
}

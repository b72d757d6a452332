import { useSession } from '../../app/session/session.tsx';
import { useChangeAccount } from '../../calls/auth.ts';
import { ApiErrorMessage } from '../../calls/client/api-error-message.tsx';
import { isLanguage, type Language, languages } from '../../lib/language.ts';
import { authText } from '../../text/auth.ts';
import { useLanguage, useText } from '../../text/language.tsx';
import { useToast } from '../../ui/feedback/toast.tsx';
import { Field } from '../../ui/forms/field.tsx';
import { RadioList } from '../../ui/forms/radio-cards.tsx';
import { Card } from '../../ui/layout/card.tsx';

// Languages are written in themselves.
const names = { en: 'English', el: 'Ελληνικά' } as const satisfies Record<Language, string>;
const options = languages.map((value) => ({ value, title: names[value] }));

/** The language in which the portal writes to one: kept with the account, as it is asked for. */
function MailLanguage() {
  const { user } = useSession();
  const t = useText(authText);
  const toast = useToast();
  const change = useChangeAccount();
  // while it is being changed, the choice stands as made; refused, it springs back
  const chosen = change.isPending ? change.variables.body.language : user?.language;
  const choose = (value: string) => {
    if (!isLanguage(value) || value === user?.language) return;
    const onSuccess = () => toast({ title: t('account.mailsChanged', { language: value }) });
    change.mutate({ body: { language: value } }, { onSuccess });
  };
  return (
    <>
      <Field label={t('account.inMails')}>
        <RadioList label={t('account.inMails')} value={chosen ?? ''} onChange={choose} options={options} />
      </Field>
      <ApiErrorMessage title={t('account.mailsFailed')} error={change.error} />
    </>
  );
}

/** What one reads on this screen, and what the portal writes by mail. */
export function Languages() {
  const t = useText(authText);
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

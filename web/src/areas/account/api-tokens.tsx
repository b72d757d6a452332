import type { MadeApiToken } from '@medcloud/contract';
import { tokenDays } from '@medcloud/contract/choices';
import { useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { useMakeApiToken } from '../../calls/account.ts';
import { CallFailure } from '../../calls/client/call-failure.tsx';
import { showServerErrors } from '../../forms/server-errors.ts';
import { useShape } from '../../forms/use-shape.ts';
import { apiTokensText } from '../../text/api-tokens.ts';
import { useText } from '../../text/language.tsx';
import { useSentence } from '../../text/sentences.ts';
import { Button } from '../../ui/actions/button.tsx';
import { CopyButton } from '../../ui/actions/copy-button.tsx';
import { Note } from '../../ui/feedback/note.tsx';
import { Field } from '../../ui/forms/field.tsx';
import { RadioList } from '../../ui/forms/radio-cards.tsx';
import { TextInput } from '../../ui/forms/text-input.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { ConnectHelp } from './connect-help.tsx';
import { TokenList } from './token-list.tsx';

const fetchShape = async () => (await import('@medcloud/contract/shapes/api-tokens')).apiTokenRequest;

const usualDays = 90;

function useTokenForm(onMade: (made: MadeApiToken) => void) {
  const make = useMakeApiToken();
  const form = useForm({
    resolver: useShape(fetchShape),
    defaultValues: { name: '', days: usualDays },
    mode: 'onTouched',
  });
  const onSuccess = (made: MadeApiToken) => {
    form.reset();
    onMade(made);
  };
  const onError = (error: Error) => void showServerErrors(form, error);
  const submit = form.handleSubmit((body) => make.mutate({ body }, { onSuccess, onError }));
  return { form, make, submit };
}

function TokenForm({ onMade }: { onMade: (made: MadeApiToken) => void }) {
  const t = useText(apiTokensText);
  const sentence = useSentence();
  const { form, make, submit } = useTokenForm(onMade);
  const options = tokenDays.map((days) => ({ value: String(days), title: t('dayCount', { days: String(days) }) }));
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5 md:max-w-105">
      <CallFailure title={t('failed')} error={make.error} />
      <Field label={t('name')} help={t('nameHint')} error={sentence(form.formState.errors.name?.message)}>
        <TextInput {...form.register('name')} autoComplete="off" />
      </Field>
      <Controller
        control={form.control}
        name="days"
        render={({ field }) => (
          <Field label={t('days')}>
            <RadioList
              label={t('days')}
              value={String(field.value)}
              onChange={(value) => field.onChange(Number(value))}
              options={options}
            />
          </Field>
        )}
      />
      <Button type="submit" variant="primary" busy={make.isPending} busyLabel={t('making')} className="self-start">
        {t('make')}
      </Button>
    </form>
  );
}

/** The form that had the focus is gone: what came in its place takes it. */
const takeFocus = (element: HTMLElement | null) => element?.focus();

/** The secret, the one time that it is shown. */
function Made({ made, onDone }: { made: MadeApiToken; onDone: () => void }) {
  const t = useText(apiTokensText);
  return (
    <Note
      tone="warning"
      title={t('madeTitle')}
      actions={
        <>
          <CopyButton value={made.token} words={t('copyToken')} />
          <Button size="small" variant="ghost" onClick={onDone}>
            {t('done')}
          </Button>
        </>
      }
    >
      <p>{t('madeText')}</p>
      <p ref={takeFocus} tabIndex={-1} className="code mt-2 break-all">
        {made.token}
      </p>
    </Note>
  );
}

/** Tokens with which other viewers and archives read by DICOMweb: made, shown once, listed, ended. */
export function ApiTokens() {
  const t = useText(apiTokensText);
  const [made, setMade] = useState<MadeApiToken | null>(null);
  return (
    <Card title={t('title')}>
      <div className="flex flex-col gap-6">
        <p className="text-body text-ink-muted">{t('lead')}</p>
        {made === null ? <TokenForm onMade={setMade} /> : <Made made={made} onDone={() => setMade(null)} />}
        <TokenList />
        <ConnectHelp />
      </div>
    </Card>
  );
}

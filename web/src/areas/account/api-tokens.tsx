import type { NewApiToken } from '@medcloud/contract';
import { tokenDays } from '@medcloud/contract/choices';
import { useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { useCreateApiToken } from '../../calls/account.ts';
import { ApiErrorMessage } from '../../calls/client/api-error-message.tsx';
import { showServerErrors } from '../../forms/server-errors.ts';
import { useShapeResolver } from '../../forms/use-shape-resolver.ts';
import { apiTokensText } from '../../text/api-tokens.ts';
import { useText } from '../../text/language.tsx';
import { useErrorMessage } from '../../text/use-error-message.ts';
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

const defaultDays = 90;

function useTokenForm(onCreated: (createdToken: NewApiToken) => void) {
  const mutation = useCreateApiToken();
  const form = useForm({
    resolver: useShapeResolver(fetchShape),
    defaultValues: { name: '', days: defaultDays },
    mode: 'onTouched',
  });
  const onSuccess = (createdToken: NewApiToken) => {
    form.reset();
    onCreated(createdToken);
  };
  const onError = (error: Error) => void showServerErrors(form, error);
  const submit = form.handleSubmit((body) => mutation.mutate({ body }, { onSuccess, onError }));
  return { form, mutation, submit };
}

function TokenForm({ onCreated }: { onCreated: (createdToken: NewApiToken) => void }) {
  const t = useText(apiTokensText);
  const errorMessage = useErrorMessage();
  const { form, mutation, submit } = useTokenForm(onCreated);
  const options = tokenDays.map((days) => ({ value: String(days), title: t('dayCount', { days: String(days) }) }));
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5 md:max-w-105">
      <ApiErrorMessage title={t('failed')} error={mutation.error} />
      <Field label={t('name')} help={t('nameHint')} error={errorMessage(form.formState.errors.name?.message)}>
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
      <Button type="submit" variant="primary" busy={mutation.isPending} busyLabel={t('making')} className="self-start">
        {t('make')}
      </Button>
    </form>
  );
}

/** Moves the focus to the note that replaces the form, because the focused form is removed. */
const focusElement = (element: HTMLElement | null) => element?.focus();

/** Shows the token's secret, which is available only once. */
function CreatedToken({ createdToken, onDone }: { createdToken: NewApiToken; onDone: () => void }) {
  const t = useText(apiTokensText);
  return (
    <Note
      variant="warning"
      title={t('madeTitle')}
      actions={
        <>
          <CopyButton value={createdToken.token} text={t('copyToken')} />
          <Button size="small" variant="ghost" onClick={onDone}>
            {t('done')}
          </Button>
        </>
      }
    >
      <p>{t('madeText')}</p>
      <p ref={focusElement} tabIndex={-1} className="code mt-2 break-all">
        {createdToken.token}
      </p>
    </Note>
  );
}

/**
 * Manages tokens for other viewers and archives that read over DICOMweb: creates, shows once, lists and revokes them.
 */
export function ApiTokens() {
  const t = useText(apiTokensText);
  const [createdToken, setCreatedToken] = useState<NewApiToken | null>(null);
  return (
    <Card title={t('title')}>
      <div className="flex flex-col gap-6">
        <p className="text-body text-ink-muted">{t('lead')}</p>
        {createdToken === null ? (
          <TokenForm onCreated={setCreatedToken} />
        ) : (
          <CreatedToken createdToken={createdToken} onDone={() => setCreatedToken(null)} />
        )}
        <TokenList />
        <ConnectHelp />
      </div>
    </Card>
  );
}

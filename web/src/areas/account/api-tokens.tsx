import type { NewApiToken } from '@medcloud/contract';
import { tokenDays } from '@medcloud/contract/choices';
import { useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { useCreateApiToken } from '../../calls/account.ts';
import { Form, FormActions } from '../../forms/form.tsx';
import { FormField } from '../../forms/form-field.tsx';
import { useShapeResolver } from '../../forms/use-shape-resolver.ts';
import { useSubmit } from '../../forms/use-submit.ts';
import { useText } from '../../text/language.tsx';
import { Button } from '../../ui/actions/button.tsx';
import { CopyButton } from '../../ui/actions/copy-button.tsx';
import { Note } from '../../ui/feedback/note.tsx';
import { Field } from '../../ui/forms/field.tsx';
import { RadioList } from '../../ui/forms/radio-cards.tsx';
import { TextInput } from '../../ui/forms/text-input.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { TokenList } from './token-list.tsx';

const fetchShape = async () => (await import('@medcloud/contract/shapes/account/api-tokens')).apiTokenRequest;

const defaultDays = 90;

function TokenForm({ onCreated }: { onCreated: (createdToken: NewApiToken) => void }) {
  const t = useText('account.apiTokens');
  const form = useForm({
    resolver: useShapeResolver(fetchShape),
    defaultValues: { name: '', days: defaultDays },
    mode: 'onTouched',
  });
  const submission = useSubmit(form, useCreateApiToken(), {
    toInput: (body) => ({ body }),
    onSuccess: (createdToken) => {
      form.reset();
      onCreated(createdToken);
    },
    isDiscardable: true,
  });
  const options = tokenDays.map((days) => ({ value: String(days), title: t('dayCount', { days: String(days) }) }));
  return (
    <Form submission={submission} className="md:max-w-105">
      <FormField form={form} name="name" label={t('name')} help={t('nameHint')}>
        <TextInput autoComplete="off" />
      </FormField>
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
      <FormActions submitLabel={t('make')} busyLabel={t('making')} failureTitle={t('failed')} />
    </Form>
  );
}

/** Moves the focus to the note that replaces the form, because the focused form is removed. */
const focusElement = (element: HTMLElement | null) => element?.focus();

/** Shows the token's secret, which is available only once. */
function CreatedToken({ createdToken, onDone }: { createdToken: NewApiToken; onDone: () => void }) {
  const t = useText('account.apiTokens');
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
  const t = useText('account.apiTokens');
  const [createdToken, setCreatedToken] = useState<NewApiToken | null>(null);
  return (
    <Card title={t('title')}>
      <div className="flex flex-col gap-6">
        <p className="break-words text-body text-ink-muted">
          {t('lead', { address: `${window.location.origin}/dicom-web` })}{' '}
          <a href="/api/docs" target="_blank" rel="noopener" className="text-primary-text underline">
            {t('docs')}
          </a>
        </p>
        {createdToken === null ? (
          <TokenForm onCreated={setCreatedToken} />
        ) : (
          <CreatedToken createdToken={createdToken} onDone={() => setCreatedToken(null)} />
        )}
        <TokenList />
      </div>
    </Card>
  );
}

import { useState } from 'react';
import { AuthLayout } from '../../app/layout/auth-layout.tsx';
import { PublicLayout } from '../../app/layout/public-layout.tsx';
import { useFormat } from '../../text/format.ts';
import { kitText } from '../../text/kit.ts';
import { useText } from '../../text/language.tsx';
import { Button } from '../../ui/actions/button.tsx';
import { Checkbox } from '../../ui/forms/checkbox.tsx';
import { Field } from '../../ui/forms/field.tsx';
import { FormSection } from '../../ui/forms/form-section.tsx';
import { PasswordInput } from '../../ui/forms/password-input.tsx';
import { RadioCards } from '../../ui/forms/radio-cards.tsx';
import { TextInput } from '../../ui/forms/text-input.tsx';
import { Card } from '../../ui/layout/card.tsx';

/** Shows the sign-in layout. Exists in development only. */
export function AuthGallery() {
  const t = useText(kitText);
  return (
    <AuthLayout title={t('signIn')} lead={t('signInLead')} aside={<Card title={t('plan')}>{t('yearlyNote')}</Card>}>
      <FormSection title={t('signIn')} note={t('passwordHelp')}>
        <Field label={t('email')}>
          <TextInput type="email" autoComplete="username" />
        </Field>
        <Field label={t('password')}>
          <PasswordInput />
        </Field>
        <Button type="submit" variant="primary" size="large" className="self-start">
          {t('signIn')}
        </Button>
      </FormSection>
    </AuthLayout>
  );
}

/** Shows the consent page's layout. Exists in development only. */
export function PublicGallery() {
  const t = useText(kitText);
  const format = useFormat();
  const [days, setDays] = useState('30');
  const [ticked, setTicked] = useState(false);
  const foot = (
    <>
      <Button variant="refuse" size="consent">
        {t('no')}
      </Button>
      <Button variant="primary" size="consent">
        {t('yes')}
      </Button>
    </>
  );
  return (
    <PublicLayout title={t('consentTitle')} footer={foot}>
      <h1 className="text-title">{t('consentTitle')}</h1>
      <Card className="my-6">
        <Checkbox large label="Μαρία Π." checked={ticked} onChange={setTicked} />
      </Card>
      <RadioCards
        label={t('plan')}
        value={days}
        onChange={setDays}
        large
        options={['7', '30', '90', '365'].map((count) => ({
          value: count,
          title: t('days', { count: Number(count) }),
          note: t('until', { day: format.day('2026-12-21') }),
        }))}
      />
    </PublicLayout>
  );
}

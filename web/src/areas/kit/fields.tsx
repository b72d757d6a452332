import { ArrowUpDown, CreditCard } from 'lucide-react';
import { useState } from 'react';
import { kitText } from '../../text/kit.ts';
import { useText, useUiText } from '../../text/language.tsx';
import { CodeInput } from '../../ui/forms/code-input.tsx';
import { DateInput } from '../../ui/forms/date-input.tsx';
import { Field } from '../../ui/forms/field.tsx';
import { FieldRow } from '../../ui/forms/form-section.tsx';
import { PasswordInput } from '../../ui/forms/password-input.tsx';
import { PhoneInput } from '../../ui/forms/phone-input.tsx';
import { SearchBox } from '../../ui/forms/search-box.tsx';
import { Select } from '../../ui/forms/select.tsx';
import { TextArea } from '../../ui/forms/text-area.tsx';
import { TextInput } from '../../ui/forms/text-input.tsx';
import { Group } from './group.tsx';

const prefixes = [
  { prefix: '+30', country: 'Greece' },
  { prefix: '+357', country: 'Cyprus' },
  { prefix: '+49', country: 'Germany' },
];

function MoreFields() {
  const t = useText(kitText);
  const ui = useUiText();
  const [gender, setGender] = useState<'Male' | 'Female' | 'Other' | ''>('');
  const [phone, setPhone] = useState({ prefix: '+30', number: '' });
  return (
    <>
      <FieldRow>
        <Field label={t('password')} help={t('passwordHelp')}>
          <PasswordInput defaultValue="kamares12" />
        </Field>
        <Field label={t('gender')}>
          <Select
            value={gender}
            onChange={setGender}
            options={(['Male', 'Female', 'Other'] as const).map((value) => ({ value, label: ui(`gender.${value}`) }))}
          />
        </Field>
      </FieldRow>
      <FieldRow>
        <Field label={t('phone')} optional>
          <PhoneInput value={phone} onChange={setPhone} prefixes={prefixes} />
        </Field>
        <Field label={t('examDate')}>
          <DateInput defaultValue="2026-11-20" />
        </Field>
      </FieldRow>
      <Field label={t('notes')} optional>
        <TextArea />
      </Field>
    </>
  );
}

export function Fields() {
  const t = useText(kitText);
  const [search, setSearch] = useState('');
  const [order, setOrder] = useState<'newest' | 'oldest'>('newest');
  const [code, setCode] = useState('482');
  return (
    <>
      <Group title="Field: rest, focus, error, disabled">
        <FieldRow>
          <Field label={t('firstName')}>
            <TextInput defaultValue="Maria" />
          </Field>
          <Field label={t('phone')}>
            <TextInput
              defaultValue="+30 69"
              icon={CreditCard}
              className="border-focus! outline-2 outline-offset-2 outline-focus"
            />
          </Field>
        </FieldRow>
        <FieldRow>
          <Field label={t('email')} error={t('emailWrong')}>
            <TextInput type="email" defaultValue="maria@" />
          </Field>
          <Field label={t('patientId')}>
            <TextInput disabled value={t('given')} />
          </Field>
        </FieldRow>
        <MoreFields />
        <Field label={t('code')}>
          <CodeInput value={code} onChange={setCode} />
        </Field>
      </Group>
      <Group title="Search and order of a list">
        <div className="flex gap-2">
          <SearchBox
            label={t('search')}
            placeholder={t('search')}
            value={search}
            onChange={setSearch}
            className="flex-1"
          />
          <Select
            variant="quiet"
            icon={ArrowUpDown}
            label={t('newest')}
            value={order}
            onChange={setOrder}
            options={[
              { value: 'newest', label: t('newest') },
              { value: 'oldest', label: t('oldest') },
            ]}
          />
        </div>
      </Group>
    </>
  );
}

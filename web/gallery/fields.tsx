import { ArrowUpDown } from 'lucide-react';
import { useState } from 'react';
import { useText, useUiText } from '../src/text/language.tsx';
import { Checkbox } from '../src/ui/forms/checkbox.tsx';
import { CodeInput } from '../src/ui/forms/code-input.tsx';
import { DateField } from '../src/ui/forms/date-field.tsx';
import { Field } from '../src/ui/forms/field.tsx';
import { PasswordInput } from '../src/ui/forms/password-input.tsx';
import { PhoneInput } from '../src/ui/forms/phone-input.tsx';
import { RadioCards } from '../src/ui/forms/radio-cards.tsx';
import { SearchBox } from '../src/ui/forms/search-box.tsx';
import { Select } from '../src/ui/forms/select.tsx';
import { TextArea } from '../src/ui/forms/text-area.tsx';
import { TextInput } from '../src/ui/forms/text-input.tsx';

/** Fields at rest, focused, with an error and disabled; choices. */
export function Fields() {
  const t = useText('gallery');
  const ui = useUiText();
  const [gender, setGender] = useState<'Male' | 'Female' | ''>('');
  const [sort, setSort] = useState<'newest' | 'oldest'>('newest');
  const [phone, setPhone] = useState({ prefix: '+30', number: '' });
  const [text, setText] = useState({ code: '482', search: '', plan: 'yearly', examDate: '2026-11-20' });
  const options = (['Male', 'Female'] as const).map((value) => ({ value, label: ui(`gender.${value}`) }));
  const sorts = (['newest', 'oldest'] as const).map((value) => ({ value, label: t(value) }));
  const plans = (['yearly', 'monthly'] as const).map((value) => ({ value, title: t(value), note: t(`${value}Note`) }));
  return (
    <>
      <Field label={t('firstName')}>
        <TextInput defaultValue="Maria" className="border-focus! outline-2 outline-offset-2 outline-focus" />
      </Field>
      <Field label={t('email')} error={t('emailWrong')}>
        <TextInput type="email" defaultValue="maria@" />
      </Field>
      <Field label={t('patientId')}>
        <TextInput disabled value={t('given')} />
      </Field>
      <Field label={t('password')} help={t('passwordHelp')}>
        <PasswordInput defaultValue="kamares12" />
      </Field>
      <Field label={t('gender')}>
        <Select value={gender} onChange={setGender} options={options} />
      </Field>
      <Field label={t('phone')} isOptional>
        <PhoneInput value={phone} onChange={setPhone} prefixes={[{ prefix: '+30', country: 'Greece' }]} />
      </Field>
      <DateField label={t('examDate')} value={text.examDate} onChange={(examDate) => setText({ ...text, examDate })} />
      <Field label={t('notes')} isOptional>
        <TextArea />
      </Field>
      <Field label={t('code')}>
        <CodeInput value={text.code} onChange={(code) => setText({ ...text, code })} />
      </Field>
      <SearchBox
        label={t('search')}
        placeholder={t('search')}
        value={text.search}
        onChange={(search) => setText({ ...text, search })}
      />
      <Select variant="quiet" icon={ArrowUpDown} label={t('sort')} value={sort} onChange={setSort} options={sorts} />
      <Checkbox label={t('terms')} checked onChange={() => undefined} />
      <RadioCards label={t('plan')} value={text.plan} onChange={(plan) => setText({ ...text, plan })} options={plans} />
    </>
  );
}

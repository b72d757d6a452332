import { doctorGenders, specializations } from '@medcloud/contract/choices';
import type { Ref } from 'react';
import { useText } from '../text/language.tsx';
import { useSpecialization } from '../text/specialization.ts';
import { Select } from '../ui/forms/select.tsx';

interface ChoiceProps<Value extends string> {
  value: Value | '';
  onChange: (value: Value | '') => void;
  onBlur?: () => void;
  ref?: Ref<HTMLSelectElement>;
}

/** Chooses a doctor's specialization. A stored value that is not in the list stays available. */
export function SpecializationSelect(props: ChoiceProps<string>) {
  const specializationName = useSpecialization();
  const knownOptions = specializations.map((value) => ({ value: String(value), label: specializationName(value) }));
  const isListed = props.value === '' || knownOptions.some(({ value }) => value === props.value);
  const options = isListed ? knownOptions : [...knownOptions, { value: props.value, label: props.value }];
  return <Select {...props} options={options} />;
}

const unspecified = 'unsaid';

/** Chooses the gender, which Greek texts need for «ο γιατρός» or «η γιατρός». Optional. */
export function GenderSelect({ value, onChange, ...rest }: ChoiceProps<(typeof doctorGenders)[number]>) {
  const t = useText('auth');
  const options = [
    ...doctorGenders.map((gender) => ({ value: gender, label: t(`gender.${gender}`) })),
    { value: unspecified, label: t('gender.unsaid') },
  ];
  const choose = (chosen: string) => onChange(doctorGenders.find((gender) => gender === chosen) ?? '');
  return <Select<string> {...rest} value={value === '' ? unspecified : value} onChange={choose} options={options} />;
}

import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { useUiText } from '../../text/language.tsx';
import { IconButton } from '../actions/icon-button.tsx';
import { useControl } from './field.tsx';

/** A password field with a show/hide button. It hides again after submit, because the form unmounts. */
export function PasswordInput({ autoComplete = 'current-password', ...rest }: ComponentProps<'input'>) {
  const t = useUiText();
  const [isShown, setShown] = useState(false);
  const input = { ...useControl(), autoComplete, spellCheck: false, autoCapitalize: 'none', ...rest };
  return (
    <div className="relative">
      <input {...input} type={isShown ? 'text' : 'password'} className="control pr-12" />
      <span className="absolute inset-y-0 right-1 flex items-center">
        <IconButton
          icon={isShown ? EyeOff : Eye}
          label={t(isShown ? 'field.hidePassword' : 'field.showPassword')}
          aria-pressed={isShown}
          iconSize={16}
          className="md:size-7!"
          onClick={() => setShown(!isShown)}
        />
      </span>
    </div>
  );
}

import { Moon, Sun } from 'lucide-react';
import { useTheme } from '../../lib/use-theme.ts';
import { useUiText } from '../../text/language.tsx';
import { IconButton } from './icon-button.tsx';

/** Light or dark; choosing the system's own follows the system again. The icon is the theme in force. */
export function ThemeSwitch() {
  const t = useUiText();
  const [theme, choose] = useTheme();
  const otherTheme = theme === 'dark' ? 'light' : 'dark';
  return (
    <IconButton
      icon={theme === 'dark' ? Moon : Sun}
      label={t(otherTheme === 'dark' ? 'shell.toDark' : 'shell.toLight')}
      onClick={() => choose(otherTheme)}
    />
  );
}

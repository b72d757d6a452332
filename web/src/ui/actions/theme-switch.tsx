import { Moon, Sun } from 'lucide-react';
import { useTheme } from '../../lib/theme/use-theme.ts';
import { useUiText } from '../../text/language.tsx';
import { IconButton } from './icon-button.tsx';

/**
 * Switches between light and dark. Selecting the system's theme follows the system again. Shows the current theme's
 * icon.
 */
export function ThemeSwitch() {
  const t = useUiText();
  const [theme, setTheme] = useTheme();
  const otherTheme = theme === 'dark' ? 'light' : 'dark';
  return (
    <IconButton
      icon={theme === 'dark' ? Moon : Sun}
      label={t(otherTheme === 'dark' ? 'shell.toDark' : 'shell.toLight')}
      onClick={() => setTheme(otherTheme)}
    />
  );
}

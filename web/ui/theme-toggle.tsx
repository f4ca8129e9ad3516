import { Monitor, Moon, Sun } from './icons.tsx';
import { THEMES } from '../state/theme-choice.ts';
import { useTheme } from '../state/theme.ts';
import { IconButton } from './button.tsx';
import { t } from '../lib/i18n.ts';

const ICONS = { light: Sun, dark: Moon, system: Monitor };

/** One button that goes through light, dark and system; its label says which is chosen. */
export function ThemeToggle() {
  const { theme, setTheme } = useTheme();
  const Icon = ICONS[theme];
  const next = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? 'system';
  return (
    <IconButton
      label={t('theme.current', { theme: t(`theme.${theme}`) })}
      icon={Icon}
      onClick={() => setTheme(next)}
      className="size-9"
    />
  );
}

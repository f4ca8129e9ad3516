import { t } from '../lib/i18n.ts';
import { passwordStrength } from '../lib/password-strength.ts';

const BARS = [1, 2, 3, 4] as const;
const COLOURS = ['bg-danger', 'bg-danger', 'bg-warning', 'bg-success', 'bg-success'] as const;

/** How hard a password is to guess: four bars and a word. Shows nothing while the field is empty. */
export function PasswordStrengthMeter({ password }: { password: string }) {
  if (!password) return null;
  const strength = passwordStrength(password);
  return (
    <span className="flex items-center gap-2.5">
      <span aria-hidden className="flex w-28 gap-1">
        {BARS.map((bar) => (
          <span
            key={bar}
            className={`h-1.5 flex-1 rounded-full ${bar <= Math.max(strength, 1) ? COLOURS[strength] : 'bg-line-strong/50'}`}
          />
        ))}
      </span>
      <span>{t(`auth.strength.${strength}`)}</span>
    </span>
  );
}

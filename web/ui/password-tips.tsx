import { Check, Circle } from './icons.tsx';
import { t } from '../lib/i18n.ts';
import { PasswordStrengthMeter } from './password-strength.tsx';
import { ADVISED_LENGTH, passwordTips } from '../lib/password-tips.ts';

/**
 * Shows the ways to make a password better, and which of them it follows: the hint of its field.
 * @param least the characters that the server asks for
 */
export function PasswordTips({ password, least = 0 }: { password: string; least?: number | undefined }) {
  const limit = Math.max(least, ADVISED_LENGTH);
  return (
    <span className="flex flex-col gap-2">
      <PasswordStrengthMeter password={password} />
      <span className="grid grid-cols-1 gap-x-4 gap-y-0.5 min-[420px]:grid-cols-2">
        {passwordTips(password, limit).map(({ tip, followed }) => {
          const Icon = followed ? Check : Circle;
          return (
            <span key={tip} className={`flex items-center gap-1.5 ${followed ? 'text-success' : ''}`}>
              <Icon aria-hidden className={`shrink-0 ${followed ? 'size-3.5' : 'mx-1 size-1.5 fill-current'}`} />
              {t(`settings.password.tips.${tip}`, { limit })}
            </span>
          );
        })}
      </span>
    </span>
  );
}

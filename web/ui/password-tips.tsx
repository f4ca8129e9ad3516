import { Check, Circle } from './icons.tsx';
import { t } from '../lib/i18n.ts';
import { PasswordStrengthMeter } from './password-strength.tsx';

/**
 * Says what is asked of a password, the ways to make it better, and which of them it follows: the hint of its field.
 * @param least the characters that the server asks for
 */
export function PasswordTips({ password, least }: { password: string; least: number }) {
  const limit = Math.max(least, ADVISED_LENGTH);
  return (
    <span className="flex flex-col gap-2">
      <PasswordStrengthMeter password={password} />
      <span>
        {t('auth.passwordHint', { characters: least })} {t('settings.password.stronger')}
      </span>
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

/** Ways to make a password better. Advice only: fewer characters are enough for the server. */
type PasswordTip = 'length' | 'mixedCase' | 'digit' | 'symbol';

/** The length that is advised, in characters. */
const ADVISED_LENGTH = 8;

/** Each tip, and whether a password follows it. */
export function passwordTips(password: string, length = ADVISED_LENGTH): { tip: PasswordTip; followed: boolean }[] {
  return [
    { tip: 'length', followed: Array.from(password).length >= length },
    { tip: 'mixedCase', followed: /\p{Ll}/u.test(password) && /\p{Lu}/u.test(password) },
    { tip: 'digit', followed: /\p{Nd}/u.test(password) },
    { tip: 'symbol', followed: /[^\p{L}\p{N}\s]/u.test(password) },
  ];
}

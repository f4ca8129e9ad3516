import { cheaperSpelling } from '../../../../src/shared/cheaper-spelling.ts';
import { t } from '../../../lib/i18n.ts';
import { useCurrentUser } from '../../../state/session.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';

const CHARACTERS_SHOWN = 8;

interface SpellingHintProps {
  message: string;
  onReplace: (message: string) => void;
}

/** Says which characters make a message cost more parts, and replaces them on a click; or says which are replaced, where the account wants that. */
export function SpellingHint({ message, onReplace }: SpellingHintProps) {
  const { cheaperSpelling: always } = useCurrentUser();
  const cheaper = cheaperSpelling(message);
  if (!cheaper) return null;
  const { text, replaced, parts, fewer } = cheaper;
  const characters = replaced.map(visible).slice(0, CHARACTERS_SHOWN).join(' ');
  return (
    <Notice>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <span className="min-w-0">
          {always ? t('spelling.always', { characters }) : t('spelling.dearer', { count: parts, fewer, characters })}
        </span>
        {!always && (
          <Button variant="secondary" size="sm" onClick={() => onReplace(text)}>
            {t('spelling.replace')}
          </Button>
        )}
      </div>
    </Notice>
  );
}

/** A space or a mark that cannot be seen is named by its code. */
const visible = (character: string): string =>
  /[\p{Z}\p{C}]/u.test(character)
    ? `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
    : character;

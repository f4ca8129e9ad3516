import { LANGUAGES } from '../../../../db/enums.ts';
import { currentLanguage, t } from '../../../lib/i18n.ts';
import { choose } from '../../../state/account-language.ts';
import { THEMES } from '../../../state/theme-choice.ts';
import { useTheme } from '../../../state/theme.ts';
import { Card } from '../../../ui/card.tsx';
import { ChoiceGroup } from '../../../ui/choice-group.tsx';
import { Field, Select } from '../../../ui/field.tsx';
import { LanguageOptions } from '../../../ui/language-select.tsx';

/** Language and theme; kept in the browser. The account's letters follow the language. */
export function PreferencesCard() {
  const { theme, setTheme } = useTheme();
  return (
    <Card title={t('settings.preferences.title')} description={t('settings.preferences.description')}>
      <div className="flex max-w-xl flex-col gap-5">
        <Field label={t('app.language')}>
          <Select
            value={currentLanguage()}
            onChange={(event) => {
              const chosen = LANGUAGES.find((language) => language === event.target.value);
              if (chosen) void choose(chosen);
            }}
          >
            <LanguageOptions />
          </Select>
        </Field>
        <ChoiceGroup
          legend={t('settings.preferences.theme')}
          name="theme"
          className="grid-cols-3"
          value={theme}
          onChange={setTheme}
          choices={THEMES.map((value) => ({ value, label: t(`theme.${value}`) }))}
        />
      </div>
    </Card>
  );
}

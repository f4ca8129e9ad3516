import { addressOf, parseSectionSearch, SECTION_IDS, sectionAt } from '../../../web/app/section-ids.ts';
import { t } from '../../../web/lib/i18n.ts';
import { initialsOf } from '../../../web/app/shell-header.tsx';

describe('sections', () => {
  test.each([...SECTION_IDS])('the address of %s shows it', (section) => {
    const address = addressOf(section);
    const search = parseSectionSearch({ ...('search' in address && address.search) });
    expect(sectionAt(address.to, search.section)).toBe(section);
  });

  test('an unknown section in the address is the overview', () => {
    expect(parseSectionSearch({ section: 'constructor' })).toEqual({});
    expect(sectionAt('/dashboard', undefined)).toBe('overview');
  });

  test.each([
    ['/admin', 'admin'],
    ['/billing/statements', 'billing'],
    ['/settings', 'settings'],
    ['/did-numbers', 'did'],
  ])('%s belongs to %s', (pathname, section) => {
    expect<string>(sectionAt(pathname, undefined)).toBe(section);
  });
});

describe('texts', () => {
  test('have their values filled in', () => {
    expect(t('overview.greeting', { name: 'ada' })).toBe('Hello, ada');
  });

  test('leave a value that was not given as it is', () => {
    expect(t('overview.greeting')).toBe('Hello, {name}');
  });

  test('take the plural form of their count', () => {
    expect(t('shell.waiting', { count: 1 })).toBe('1 payment waiting');
    expect(t('shell.waiting', { count: 2 })).toBe('2 payments waiting');
  });
});

describe('initials', () => {
  test.each([
    ['Ada Lovelace', 'AL'],
    ['Ada King Lovelace', 'AL'],
    ['ada', 'A'],
    ['  Zoë  Łukasz ', 'ZŁ'],
    ['😀 Smith', '😀S'],
    ['Anna (Sales)', 'AS'],
    ['Ada "<Lovelace>" -', 'AL'],
    ['', ''],
  ])('for "%s" are "%s"', (name, initials) => {
    expect(initialsOf(name)).toBe(initials);
  });
});

import { LANGUAGES } from '../../../db/enums.ts';
import { countParts } from '../../../src/shared/parts.ts';
import { USUAL_TEXTS } from '../../../src/services/messaging/opt-outs/texts.ts';
import { optOutKeywordOf } from '../../../src/services/messaging/opt-outs/words.ts';

test.each([
  ['STOP', 'stop', 'en'],
  [' stop! ', 'stop', 'en'],
  ['Opt-Out', 'stop', 'en'],
  ['opt  out', 'stop', 'en'],
  ['ＳＴＯＰ', 'stop', 'en'],
  ['Arrêt', 'stop', 'fr'],
  ['désabonner', 'stop', 'fr'],
  ['baja', 'stop', 'es'],
  ['Stopp.', 'stop', 'de'],
  ['annulla', 'stop', 'it'],
  ['Sair', 'stop', 'pt'],
  ['стоп', 'stop', 'ru'],
  ['td', 'stop', 'zh'],
  ['退订', 'stop', 'zh'],
  ['停止', 'stop', 'zh'],
  ['停止', 'stop', 'ja'],
  ['配信停止', 'stop', 'ja'],
  ['parar', 'stop', 'pt'],
  ['إيقاف', 'stop', 'ar'],
  ['PARE', 'stop', 'es'],
  ['pare!', 'stop', 'pt'],
  ['Désinscription', 'stop', 'fr'],
  ['Fermare', 'stop', 'it'],
  ['STOPPEN', 'stop', 'de'],
  ['إلغاء الاشتراك', 'stop', 'ar'],
  ['Stop please', 'stop', 'en'],
  ['Please, stop', 'stop', 'en'],
  ['STOP. Thank you!', 'stop', 'en'],
  ['STOP 36111', 'stop', 'en'],
  ['stop au 36111', 'stop', 'en'],
  ['STOP\n\n-- \nJane Doe\nAcme Ltd, 020 7946 0000', 'stop', 'en'],
  ['Unsubscribe\nSent from my phone', 'stop', 'en'],
  ['yes', 'start', 'en'],
  ['ابدأ', 'start', 'ar'],
  ['Info', 'help', 'en'],
  ['помощь', 'help', 'ru'],
  ['ヘルプ', 'help', 'ja'],
] as const)('%s asks to %s in %s', (text, optOutKeyword, language) => {
  const read = optOutKeywordOf(text);
  expect(read?.optOutKeyword).toBe(optOutKeyword);
  expect(read?.languages).toContain(language);
});

test.each([
  '',
  'Do not stop',
  'stopping',
  '44',
  'endings',
  'x'.repeat(5000),
  'STOP the press',
  'End please',
  'Cancel\nmy order of Monday',
  'Yes please',
  'Stop 2',
  'STOP\n' + 'a'.repeat(500),
])('%s is an ordinary message', (text) => expect(optOutKeywordOf(text)).toBeNull());

describe.each(LANGUAGES)('the usual texts in %s', (language) => {
  test.each(['stop', 'start', 'help'] as const)('%s fits into one part', (optOutKeyword) => {
    expect(countParts(USUAL_TEXTS[language][optOutKeyword], '160/153').parts).toBe(1);
  });
});

import type { Language } from '../../../platform/kit/languages.ts';

/** The wish that a word to a number expresses. */
export type OptOutKeyword = 'stop' | 'start' | 'help';

type Words = Record<OptOutKeyword, readonly string[]>;

/**
 * The words by which people stop and start messages and ask for help, each language with its source. Written without
 * accents and in capitals, as `optOutKeywordOf` reads them.
 */
const WORDS: Readonly<Record<Language, Words>> = {
  // help.twilio.com, "Twilio support for opt-out keywords"; the AWS End User Messaging SMS guide, "Required opt-out keywords".
  en: {
    stop: [
      ...['STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT', 'REVOKE'],
      ...['OPTOUT', 'OPT-OUT', 'OPT OUT', 'REMOVE', 'STOP ALL'],
    ],
    start: ['START', 'UNSTOP', 'YES'],
    help: ['HELP', 'INFO'],
  },
  // ARRET and AIDE: the AWS guide, and its page on French compliance keywords in Canada. ARRETE: twilio.com/docs/proxy.
  fr: {
    stop: ['ARRET', 'ARRETE', 'ARRETER', 'DESABONNER', 'DESINSCRIRE', 'DESINSCRIPTION'],
    start: ['REPRENDRE', 'REABONNER'],
    help: ['AIDE'],
  },
  // TD: the AWS guide. The others are what operators in China ask for.
  zh: { stop: ['TD', '退订', '取消订阅', '停止', '退訂'], start: ['恢复', '重新订阅', '恢復'], help: ['帮助', '幫助'] },
  // No published list: the usual words for each of these languages.
  es: {
    stop: ['BAJA', 'ALTO', 'PARAR', 'PARE', 'CANCELAR', 'DETENER'],
    start: ['ALTA', 'INICIAR', 'REANUDAR'],
    help: ['AYUDA'],
  },
  de: {
    stop: ['STOPP', 'STOPPEN', 'ABMELDEN', 'ABBESTELLEN', 'BEENDEN'],
    start: ['ANMELDEN', 'STARTEN'],
    help: ['HILFE'],
  },
  it: {
    stop: ['FERMA', 'FERMARE', 'ANNULLA', 'CANCELLAMI', 'DISISCRIVIMI', 'DISISCRIVITI'],
    start: ['RIPRENDI', 'INIZIA'],
    help: ['AIUTO'],
  },
  pt: {
    stop: ['PARAR', 'PARE', 'SAIR', 'CANCELAR', 'REMOVER'],
    start: ['INICIAR', 'RETOMAR', 'VOLTAR'],
    help: ['AJUDA'],
  },
  ru: {
    stop: ['СТОП', 'ОТПИСАТЬСЯ', 'ОТПИСКА', 'ОТМЕНА'],
    start: ['СТАРТ', 'ПОДПИСАТЬСЯ'],
    help: ['ПОМОЩЬ', 'СПРАВКА'],
  },
  ja: { stop: ['停止', '配信停止', '解除', 'ストップ'], start: ['再開', '配信再開', 'スタート'], help: ['ヘルプ'] },
  ar: {
    stop: ['توقف', 'ايقاف', 'قف', 'الغاء', 'الغاء الاشتراك'],
    start: ['ابدا', 'اشتراك', 'استئناف'],
    help: ['مساعدة'],
  },
};

/** The wish, and the languages that have the word. */
interface Read {
  optOutKeyword: OptOutKeyword;
  languages: readonly Language[];
}

const LANGUAGES_OF_WORDS = Object.keys(WORDS).filter((name): name is Language => Object.hasOwn(WORDS, name));
const OPT_OUT_KEYWORDS = ['stop', 'start', 'help'] as const;

const ALL = LANGUAGES_OF_WORDS.flatMap((language) =>
  OPT_OUT_KEYWORDS.flatMap((optOutKeyword) =>
    WORDS[language][optOutKeyword].map((word) => ({ word, optOutKeyword, language })),
  ),
);

const READ = new Map<string, Read>(
  ALL.map(({ word, optOutKeyword }) => {
    const same = ALL.filter((each) => each.word === word);
    return [word, { optOutKeyword, languages: same.map(({ language }) => language) }];
  }),
);

/** Accents of Latin letters, vowel signs and hamza of Arabic ones, and invisible marks; those of kana are letters. */
const ACCENTS = /[\u0300-\u036F\u064B-\u0655\u0670\p{Cf}]/gu;

/** The longest of the words is shorter than this. */
const LONGEST = 40;

/** A text as words are compared: in capitals, without accents, invisible marks, and blanks and marks around it. */
export const comparable = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(ACCENTS, '')
    .normalize('NFKC')
    .replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '')
    .replace(/\s+/g, ' ')
    .toUpperCase();

/** A longer text is no opt-out keyword, whatever it begins with. */
const LONGEST_TEXT = 400;

/** People write this around the word: a plea, thanks, or the number that they were told to write to. */
const AROUND =
  /^(?:PLEASE|PLS|BITTE|POR FAVOR|PER FAVORE|SVP)[ ,]+|(?: AU| TO| AN)? \d{3,8}$|[ ,.!;:]+(?:PLEASE|PLS|THANKS|THANK YOU|BITTE|DANKE|POR FAVOR|GRACIAS|PER FAVORE|GRAZIE|SVP|MERCI|OBRIGADO|OBRIGADA)$/g;

/** Words that mean nothing else, so that a signature may stand below them; CANCEL or END may begin any message. */
const PLAIN: ReadonlySet<string> = new Set([
  ...['STOP', 'STOPALL', 'STOP ALL', 'UNSUBSCRIBE', 'OPTOUT', 'OPT-OUT', 'OPT OUT', 'ARRET', 'DESABONNER'],
  ...['DESINSCRIPTION', 'BAJA', 'STOPP', 'ABMELDEN', 'DISISCRIVIMI', 'СТОП', 'ОТПИСАТЬСЯ', 'TD', '退订', '取消订阅'],
  ...['配信停止', 'توقف', 'الغاء الاشتراك'],
]);

const isPlain = (text: string): boolean => PLAIN.has(comparable(text));

/**
 * Finds the wish that a message expresses: it is one of the words and nothing else; or a plain word for STOP
 * with a plea, thanks or a number around it, or alone in the first line. Letter case, accents, blanks and
 * marks around it do not matter.
 */
export function optOutKeywordOf(text: string): Read | null {
  if (text.length > LONGEST_TEXT) return null;
  const [first = '', ...below] = text.trim().split(/[\r\n]+/);
  if (first.length > LONGEST) return null;
  if (below.length > 0) return isPlain(first) ? (READ.get(comparable(first)) ?? null) : null;
  const said = comparable(first);
  const known = READ.get(said);
  if (known) return known;
  const bare = comparable(said.replaceAll(AROUND, ''));
  return isPlain(bare) ? (READ.get(bare) ?? null) : null;
}

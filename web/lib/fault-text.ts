import english from '../locales/en/public.json';
import { formatPounds } from '../ui/format-money.ts';
import { t } from './i18n.ts';

type Fault = keyof typeof english.faults;

/** With its pound sign, where it is money. */
const NUMBER = /£?\d[\d,]*(?:\.\d+)?/;

/** The faults by the sentences in which the contracts and the server say them. */
const faults: ReadonlyMap<string, Fault> = new Map(
  Object.keys(english.faults)
    .filter((name): name is Fault => name in english.faults)
    .map((fault) => [english.faults[fault], fault]),
);

/**
 * In the current language what a contract or the server says in English, where the catalogue has the
 * sentence, with or without the one number in it; else the sentence as it is.
 */
export function faultText(sentence: string): string {
  const [limit = ''] = NUMBER.exec(sentence) ?? [];
  const fault = faults.get(sentence) ?? faults.get(sentence.replace(limit, '{limit}'));
  return fault ? t(`faults.${fault}`, { limit: written(limit) }) : sentence;
}

const written = (limit: string): string =>
  limit.startsWith('£') ? formatPounds(limit.replace(/[£,]/g, ''), { whole: true }) : limit;

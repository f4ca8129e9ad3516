import { escapeMarkup } from '../kit/escape-markup.ts';
import { directionOf, type Language } from '../kit/languages.ts';
import type { Letter } from './letters.ts';
import type { Letterhead } from './letterhead.ts';
import type { Translator } from './translator.ts';
import { COLOURS } from '../kit/colours.ts';

/** A letter with its header, greeting and footer. */
export interface Page {
  letter: Letter;
  letterhead: Letterhead;
  /** Null where the greeting names nobody. */
  reader: string | null;
  /** The full address of the button. */
  actionUrl: string | null;
  translator: Translator;
}

const greet = ({ reader, translator: { say, plain, texts } }: Page): string =>
  reader === null ? texts.greetingNobody : say(texts.greeting, { name: plain(reader) });

const questions = ({ letterhead: { support }, translator: { say, plain, texts } }: Page): string | null =>
  support === null ? null : say(texts.questions, { support: plain(support) });

/** The letter as plain text, for mail programs that show only text. */
export function asText(page: Page): string {
  const { letter, letterhead, actionUrl, translator } = page;
  const { say, texts } = translator;
  const blocks = [
    greet(page),
    ...letter.paragraphs,
    (letter.facts ?? []).map(([name, value]) => say(texts.fact, { name, value })).join('\n'),
    letter.action && actionUrl
      ? `${say(texts.fact, { name: letter.action.label, value: '' }).trimEnd()}\n${actionUrl}`
      : '',
    ...(letter.remarks ?? []),
    [letterhead.name, questions(page)].filter(Boolean).join('\n'),
  ];
  return `${blocks.filter(Boolean).join('\n\n')}\n`;
}

/** The same as a small HTML page. Text that a person typed is escaped. */
export function asHtml(page: Page): string {
  const { letter, letterhead, actionUrl, translator } = page;
  const { language } = translator;
  const paragraph = (text: string, style = '') => `<p style="margin:0 0 16px;${style}">${escapeMarkup(text)}</p>`;
  // Opacity and not a colour, because mail programs have backgrounds of any colour.
  const quiet = 'opacity:0.75;font-size:14px';
  const { action, facts = [], remarks = [] } = letter;
  const asked = questions(page);
  return [
    '<!doctype html>',
    `<html lang="${language}" dir="${directionOf(language)}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    `<title>${escapeMarkup(letter.subject)}</title></head>`,
    '<body style="margin:0;padding:24px 16px;font:16px/1.5 system-ui,-apple-system,Segoe UI,Roboto,sans-serif">',
    // Some mail programs show only the body and drop its attributes.
    `<div dir="${directionOf(language)}" style="max-width:560px;margin:0 auto">`,
    `<p style="margin:0 0 24px;font-size:18px;font-weight:600">${escapeMarkup(letterhead.name)}</p>`,
    paragraph(greet(page)),
    ...letter.paragraphs.map((text) => paragraph(text)),
    ...(facts.length > 0 ? [factsTable(facts, language)] : []),
    ...(action && actionUrl ? [button(action.label, actionUrl), addressBelow(actionUrl, quiet)] : []),
    ...remarks.map((text) => paragraph(text, quiet)),
    ...(asked === null ? [] : [paragraph(asked, quiet)]),
    '</div></body></html>',
    '',
  ].join('\n');
}

const factsTable = (facts: NonNullable<Letter['facts']>, language: Language): string => {
  const [start, gap] = directionOf(language) === 'rtl' ? ['right', '4px 0 4px 16px'] : ['left', '4px 16px 4px 0'];
  const rows = facts.map(
    ([name, value]) =>
      `<tr><th align="${start}" scope="row" style="padding:${gap};font-weight:400;vertical-align:top">${escapeMarkup(name)}</th>` +
      `<td dir="auto" align="${start}" style="padding:4px 0;font-weight:600;word-break:break-word">${escapeMarkup(value)}</td></tr>`,
  );
  return `<table style="margin:0 0 16px;border-collapse:collapse">${rows.join('')}</table>`;
};

const button = (label: string, url: string): string =>
  `<p style="margin:24px 0"><a href="${escapeMarkup(url)}" style="display:inline-block;padding:10px 20px;border-radius:6px;background:${COLOURS.light.accent};color:${COLOURS.light.surface};font-weight:600;text-decoration:none">${escapeMarkup(label)}</a></p>`;

/** For readers who cannot press the button, or want to see the address first. */
const addressBelow = (url: string, style: string): string =>
  `<p dir="ltr" style="margin:0 0 16px;word-break:break-all;${style}">${escapeMarkup(url)}</p>`;

import { escapeMarkup } from '../kit/escape-markup.ts';
import type { Letter } from './letters.ts';
import type { Letterhead } from './letterhead.ts';

/** A letter with its header, greeting and footer. */
export interface Page {
  letter: Letter;
  letterhead: Letterhead;
  /** Null where the greeting names nobody. */
  reader: string | null;
  /** The full address of the button. */
  actionUrl: string | null;
}

const greet = (reader: string | null) => (reader === null ? 'Hello,' : `Hello ${reader},`);
const questions = (support: string) => `Questions? ${support}`;

/** The letter as plain text, for mail programs that show only text. */
export function asText({ letter, letterhead, reader, actionUrl }: Page): string {
  const blocks = [
    greet(reader),
    ...letter.paragraphs,
    (letter.facts ?? []).map(([name, value]) => `${name}: ${value}`).join('\n'),
    letter.action && actionUrl ? `${letter.action.label}:\n${actionUrl}` : '',
    ...(letter.remarks ?? []),
    [letterhead.name, letterhead.support ? questions(letterhead.support) : ''].filter(Boolean).join('\n'),
  ];
  return `${blocks.filter(Boolean).join('\n\n')}\n`;
}

/** The same as a small HTML page. Text that a person typed is escaped. */
export function asHtml({ letter, letterhead, reader, actionUrl }: Page): string {
  const paragraph = (text: string, style = '') =>
    `<p style="margin:0 0 16px;${style}">${escapeMarkup(text)}</p>`;
  // Opacity and not a colour, because mail programs have backgrounds of any colour.
  const quiet = 'opacity:0.75;font-size:14px';
  const { action, facts = [], remarks = [] } = letter;
  return [
    '<!doctype html>',
    '<html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    `<title>${escapeMarkup(letter.subject)}</title></head>`,
    '<body style="margin:0;padding:24px 16px;font:16px/1.5 system-ui,-apple-system,Segoe UI,Roboto,sans-serif">',
    '<div style="max-width:560px;margin:0 auto">',
    `<p style="margin:0 0 24px;font-size:18px;font-weight:600">${escapeMarkup(letterhead.name)}</p>`,
    paragraph(greet(reader)),
    ...letter.paragraphs.map((text) => paragraph(text)),
    ...(facts.length > 0 ? [factsTable(facts)] : []),
    ...(action && actionUrl ? [button(action.label, actionUrl), addressBelow(actionUrl, quiet)] : []),
    ...remarks.map((text) => paragraph(text, quiet)),
    ...(letterhead.support ? [paragraph(questions(letterhead.support), quiet)] : []),
    '</div></body></html>',
    '',
  ].join('\n');
}

const factsTable = (facts: NonNullable<Letter['facts']>): string => {
  const rows = facts.map(
    ([name, value]) =>
      `<tr><th align="left" scope="row" style="padding:4px 16px 4px 0;font-weight:400;vertical-align:top">${escapeMarkup(name)}</th>` +
      `<td style="padding:4px 0;font-weight:600;word-break:break-word">${escapeMarkup(value)}</td></tr>`,
  );
  return `<table style="margin:0 0 16px;border-collapse:collapse">${rows.join('')}</table>`;
};

const button = (label: string, url: string): string =>
  `<p style="margin:24px 0"><a href="${escapeMarkup(url)}" style="display:inline-block;padding:10px 20px;border-radius:6px;background:#3050c8;color:#ffffff;font-weight:600;text-decoration:none">${escapeMarkup(label)}</a></p>`;

/** For readers who cannot press the button, or want to see the address first. */
const addressBelow = (url: string, style: string): string =>
  `<p style="margin:0 0 16px;word-break:break-all;${style}">${escapeMarkup(url)}</p>`;

/** An element of a carrier's markup: what it may stand in, and its attributes. */
export interface Verb {
  within: readonly string[];
  attributes: Readonly<Record<string, RegExp>>;
}

export const ANY = /^/;
export const NUMBER = /^\d+$/;
export const FLAG = /^(true|false)$/;
export const METHOD = /^(GET|POST)$/;
export const URL_FORM = /^https?:\/\/\S+$/;

const TAG = /<(\/?)([A-Za-z]+)((?:\s+[A-Za-z]+="[^"<]*")*)\s*(\/?)>/g;
const ATTRIBUTE = /([A-Za-z]+)="([^"]*)"/g;

/** Lists the faults of a document, by these elements; empty where there are none. */
export function markupFaults(document: string, verbs: Readonly<Record<string, Verb>>): string[] {
  const body = document.replace(/^<\?xml version="1\.0" encoding="UTF-8"\?>/, '');
  const faults: string[] = [];
  const open: string[] = [];
  for (const [, closing, name = '', attributes = '', empty] of body.matchAll(TAG)) {
    if (closing) {
      if (open.pop() !== name) faults.push(`${name} is closed where it is not open`);
      continue;
    }
    faults.push(...verbFaults(verbs[name], name, open.at(-1), attributes));
    if (!empty) open.push(name);
  }
  if (open.length > 0) faults.push(`${open.join()} is left open`);
  if (/[<>]/.test(body.replace(TAG, ''))) faults.push('a tag that cannot be read');
  return faults;
}

function verbFaults(verb: Verb | undefined, name: string, parent: string | undefined, attributes: string): string[] {
  if (!verb) return [`no verb ${name}`];
  const misplaced = parent === undefined ? name !== 'Response' : !verb.within.includes(parent);
  const wrong = [...attributes.matchAll(ATTRIBUTE)]
    .filter(([, attribute = '', value = '']) => !verb.attributes[attribute]?.test(value.replaceAll('&amp;', '&')))
    .map(([whole]) => `${name} ${whole}`);
  return [...(misplaced ? [`${name} in ${parent}`] : []), ...wrong];
}

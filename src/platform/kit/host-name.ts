const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/**
 * A host name in its one spelling (lower case, without port or a last dot), or null for anything that is
 * no name on the public internet: an address, a single word, something made up to do harm.
 */
export function parseHostName(text: string): string | null {
  if (text.length > 260) return null;
  const name = text
    .toLowerCase()
    .replace(/:\d{1,5}$/, '')
    .replace(/\.$/, '');
  const labels = name.split('.');
  const last = labels.at(-1) ?? '';
  const isName = name.length <= 253 && labels.length >= 2 && labels.every((label) => LABEL.test(label));
  return isName && /^(?:[a-z]{2,63}|xn--[a-z0-9-]{2,59})$/.test(last) ? name : null;
}

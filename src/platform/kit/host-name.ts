const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/**
 * Normalises a host name (lower case, no port, no last dot). Null for anything that is not a name on the
 * public internet: an IP address, a single word, or a harmful text.
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

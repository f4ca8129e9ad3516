/** Tells whether a connection to a host stays on this machine: a local name, a local address, or a socket's path. */
export const isLocalHost = (host: string): boolean =>
  host === '' ||
  host.startsWith('/') ||
  /^(localhost|.*\.localhost|127(\.\d{1,3}){3}|\[?::1\]?|\[?::ffff:127\..*)$/i.test(host);

/** The hosts in an address; the address of a database may have several. */
export function hostsOf(address: string): string[] {
  const authority = /^[a-z]+:\/\/([^/?#]*)/i.exec(address)?.[1] ?? '';
  return authority
    .slice(authority.lastIndexOf('@') + 1)
    .split(',')
    .map((host) => decodeURIComponent(host).replace(/:\d*$/, ''));
}

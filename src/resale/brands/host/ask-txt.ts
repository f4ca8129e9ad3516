import { Resolver } from 'node:dns/promises';

/** What the DNS says where a name does not exist, or has no such record. */
const NOTHING: ReadonlySet<string> = new Set(['ENOTFOUND', 'ENODATA']);
const PATIENCE = { timeout: 2000, tries: 2 };

/**
 * The TXT records of a name, each in one piece; null where no name server gave an answer.
 * @param servers addresses with or without a port; none: those of the system
 */
export async function askTxt(servers: readonly string[], name: string): Promise<string[] | null> {
  const resolver = new Resolver(PATIENCE);
  if (servers.length > 0) resolver.setServers(servers);
  try {
    return (await resolver.resolveTxt(name)).map((pieces) => pieces.join(''));
  } catch (error) {
    return error instanceof Error && 'code' in error && NOTHING.has(String(error.code)) ? [] : null;
  }
}

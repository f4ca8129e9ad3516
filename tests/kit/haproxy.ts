import { freePort } from './free-port.ts';

/** Debian's program; its folder is not in every user's PATH. */
export const HAPROXY = '/usr/sbin/haproxy';

/**
 * The settings of a HAProxy that passes connections to the healthy servers on this machine, and its port.
 * @param servers where each serves, and where its health is asked for
 * @param options of its one section, a line each
 */
export async function balance(
  servers: readonly { port: number; check: number }[],
  options: string,
): Promise<{ port: number; settings: string }> {
  const port = await freePort();
  const lines = servers.map((server, at) => `    server s${at} 127.0.0.1:${server.port} check port ${server.check}`);
  const settings = `defaults
    timeout connect 2s
    timeout client 1h
    timeout server 1h
    timeout check 5s
listen servers
    bind 127.0.0.1:${port}
    default-server inter 500ms fall 2 rise 1
    ${options}
    http-check expect status 200
${lines.join('\n')}
`;
  return { port, settings };
}

/** A question to a server, and its credentials. */
interface Asked {
  url: string;
  authorization: string | null;
}

/** A server that redirects every request to a second server, and the requests that reached the second one. */
export interface Redirect {
  url: string;
  /** The questions to the first server. */
  asked: Asked[];
  /** The requests that reached the second server. */
  followed: Asked[];
  stop(): Promise<void>;
}

/** The redirects have status 307, which keeps method and body: no other redirect reveals more. */
export function startRedirect(): Redirect {
  const asked: Asked[] = [];
  const followed: Asked[] = [];
  const serve = (answer: (request: Request) => Response) =>
    Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: answer });
  const elsewhere = serve((request) => {
    followed.push(noted(request));
    return new Response('RIFF of somebody else');
  });
  const first = serve((request) => {
    asked.push(noted(request));
    const { pathname, search } = new URL(request.url);
    return Response.redirect(`http://127.0.0.1:${elsewhere.port}${pathname}${search}`, 307);
  });
  return {
    url: `http://127.0.0.1:${first.port}`,
    asked,
    followed,
    stop: async () => {
      await Promise.all([first.stop(true), elsewhere.stop(true)]);
    },
  };
}

/** Read at once: a request that has been answered keeps no headers. */
const noted = ({ url, headers }: Request): Asked => ({ url, authorization: headers.get('authorization') });

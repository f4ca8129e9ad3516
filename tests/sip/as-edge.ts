import { call, type TestApp } from '../kit/index.ts';
import { PROXY_TOKEN } from './trunk.ts';

/** Asks about a call as an edge does, with what every such question names. */
export const askAsEdge = (app: TestApp, path: string, json: object, token = PROXY_TOKEN): Promise<Response> =>
  call(app, path, {
    json: {
      ...{ callId: crypto.randomUUID(), fromTag: 'a', cseq: 2, branch: 'z9hG4bKa' },
      ...{ source: '192.0.2.9:5060', edge: 'http://127.0.0.1:5059/', ...json },
    },
    headers: { authorization: `Bearer ${token}` },
  });

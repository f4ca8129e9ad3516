import { expectGone } from '../http-carrier.ts';
import type { TwilioApi } from './api.ts';

/**
 * The things that were made there, by their SID: one that uses others is deleted before them. An item is gone
 * with its bundle.
 */
const KINDS: readonly [sid: string, of: 'regulatory' | 'account', path: (id: string) => string][] = [
  ['BU', 'regulatory', (id) => `/Bundles/${id}`],
  ['RD', 'regulatory', (id) => `/SupportingDocuments/${id}`],
  ['IT', 'regulatory', (id) => `/EndUsers/${id}`],
  ['AD', 'account', (id) => `/Addresses/${id}.json`],
];

/**
 * Deletes a bundle with its documents, its end user and its address. A bundle by which a number was bought is deleted once
 * the number is given back; until then Twilio refuses (21648), and it rejects.
 */
export async function withdrawAtTwilio(
  apis: Record<'regulatory' | 'account', TwilioApi>,
  made: Readonly<Record<string, string>>,
): Promise<void> {
  for (const [sid, of, path] of KINDS) {
    for (const id of Object.values(made).filter((each) => each.startsWith(sid))) {
      expectGone(await apis[of].delete(path(encodeURIComponent(id))), 'twilio');
    }
  }
}

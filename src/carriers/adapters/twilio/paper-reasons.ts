import { z } from 'zod';
import { expectOk } from '../http-carrier.ts';
import type { TwilioApi } from './api.ts';

const assignmentsBody = z.object({ results: z.array(z.object({ object_sid: z.string().nullish() })) });
const documentBody = z.object({ failure_reason: z.string().nullish() });

/** Why a bundle was rejected: the reasons are in its documents. Null if there are none. */
export async function reasonsOf(api: TwilioApi, bundleSid: string): Promise<string | null> {
  const path = `/Bundles/${encodeURIComponent(bundleSid)}/ItemAssignments`;
  const answer = await api.get(path, { PageSize: '100' });
  const { results } = assignmentsBody.parse(expectOk(answer, 'twilio'));
  const sids = results.map(({ object_sid: sid }) => sid ?? '').filter((sid) => sid.startsWith('RD'));
  const reasons: string[] = [];
  for (const sid of sids) {
    const document = await api.get(`/SupportingDocuments/${encodeURIComponent(sid)}`);
    const { failure_reason: reason } = documentBody.parse(expectOk(document, 'twilio'));
    if (reason) reasons.push(reason);
  }
  return reasons.length > 0 ? [...new Set(reasons)].join(' ') : null;
}

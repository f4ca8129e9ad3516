import { type ApprovalRequest, approvalRequest } from '../../../src/callers/approvals/contract.ts';
import { type TestActor, type TestApp, appForFile, readAs } from '../../kit/index.ts';

/** Another process with the same database, in which two administrators have to agree. */
export const carefulOf = ({ databaseUrl, clock }: TestApp, env: Record<string, string> = {}): Promise<TestApp> =>
  appForFile({ background: false, databaseUrl, clock, env: { APPROVAL_ABOVE_GBP: '100', ...env } });

export const waitingFor = (admin: TestActor): Promise<ApprovalRequest[]> =>
  readAs(admin.withCookie('/api/admin/requests'), approvalRequest.array());

export async function requestAbout(admin: TestActor, subject: string): Promise<ApprovalRequest> {
  const [found, another] = (await waitingFor(admin)).filter((request) => request.subject === subject);
  if (!found || another) throw new Error(`not one request waits for ${subject}`);
  return found;
}

export const agreeTo = (admin: TestActor, { id }: { id: string }): Promise<Response> =>
  admin.withCookie(`/api/admin/requests/${id}/agree`, { method: 'POST' });

export const withdraw = (admin: TestActor, { id }: { id: string }): Promise<Response> =>
  admin.withCookie(`/api/admin/requests/${id}`, { method: 'DELETE' });

import type { ReactNode } from 'react';
import { ApiError, messageOf } from '../lib/call.ts';
import { t } from '../lib/i18n.ts';
import { Notice } from './notice.tsx';
import { toast, toastFailure } from './toast.tsx';

/** Tells whether the server stored the action and will do it once another administrator agrees. */
export const waitsForSecond = (error: unknown): boolean =>
  error instanceof ApiError && error.problem?.code === 'approval_needed';

/** Why something was not done, as a toast. That it waits for another administrator is news, and no fault. */
export function toastRefusal(error: Error, title: string): void {
  const description = messageOf(error, '');
  if (waitsForSecond(error)) toast(t('admin.approvalRequest.title'), description);
  else toastFailure(title, description);
}

/** Why something was not done. That it waits for another administrator is news, and no fault. */
export function RefusalNotice({ waits, children }: { waits: boolean; children: ReactNode }) {
  return (
    <Notice tone={waits ? 'info' : 'danger'} alert>
      {waits && <strong className="block font-medium">{t('admin.approvalRequest.title')}</strong>}
      {children}
    </Notice>
  );
}

interface RefusalProps {
  error: Error;
  /** The message if the server gives none. */
  fallback: string;
}

/** Why the server refused a request. */
export function Refusal({ error, fallback }: RefusalProps) {
  return <RefusalNotice waits={waitsForSecond(error)}>{messageOf(error, fallback)}</RefusalNotice>;
}

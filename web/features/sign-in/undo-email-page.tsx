import { undoEmail } from '../../../src/callers/contract.ts';
import { UndoPage } from './undo-page.tsx';

const TEXTS = {
  title: 'links.undo.title',
  text: 'links.undo.text',
  submit: 'links.undo.submit',
  failed: 'links.undo.failed',
  doneTitle: 'links.undo.doneTitle',
  done: 'links.undo.done',
} as const;

/**
 * A link in a mail to the earlier address opens this page. It undoes the change and signs out the person who
 * made it.
 */
export function UndoEmailPage() {
  return <UndoPage endpoint={undoEmail} texts={TEXTS} />;
}

import { undoClosing } from '../../../src/callers/closing/contract.ts';
import { UndoPage } from './undo-page.tsx';

const TEXTS = {
  title: 'links.undoClosing.title',
  text: 'links.undoClosing.text',
  submit: 'links.undoClosing.submit',
  failed: 'links.undoClosing.failed',
  doneTitle: 'links.undoClosing.doneTitle',
  done: 'links.undoClosing.done',
} as const;

/** The link in the mail about a closed account opens this page: it gives the account back to its owner. */
export function UndoClosingPage() {
  return <UndoPage endpoint={undoClosing} texts={TEXTS} />;
}

import { useEffect } from 'react';
import { createPortal } from 'react-dom';
import { t } from '../lib/i18n.ts';
import { lazyPart } from './lazy-part.tsx';
import { dismissToast, useToasts } from './toast-store.ts';

export { toast, toastFailure, toastFault, toastOnce, toastUndo } from './toast-store.ts';

/** What draws toasts; plainly, if that is missing. */
export const loadToastRegion = () => import('./toast-region.tsx').catch(() => ({ default: PlainToast }));

const ToastRegion = lazyPart(async () => (await loadToastRegion()).default);

/** The place where toasts appear; rendered once. Its code is loaded with the first toast. */
export function Toaster() {
  const needed = useToasts((state) => state.shown);
  return needed ? <ToastRegion /> : null;
}

/** The words alone: to load the page again would take away what stands in a form. */
function PlainToast() {
  const current = useToasts((state) => state.current);
  const id = current?.id ?? 0;
  useEffect(() => void setTimeout(dismissToast, 10_000, id), [id]);
  if (!current?.open) return null;
  const { title, description, undo } = current;
  return createPortal(
    <div role="alert" className="fixed inset-x-4 bottom-4 z-50 max-w-md rounded-lg border border-line bg-surface p-4">
      <p className="font-semibold">{title}</p>
      {description}
      {undo && (
        <button type="button" onClick={() => (dismissToast(id), undo())} className="block text-accent underline">
          {t('ui.undo')}
        </button>
      )}
    </div>,
    document.body,
  );
}

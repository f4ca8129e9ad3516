import { lazy, Suspense } from 'react';
import { useToasts } from './toast-store.ts';

export { toast, toastFailure, toastFault, toastOnce, toastUndo } from './toast-store.ts';

const ToastRegion = lazy(() => import('./toast-region.tsx'));

/** The place where toasts appear; rendered once. Its code is loaded with the first toast. */
export function Toaster() {
  const needed = useToasts((state) => state.shown);
  return needed ? (
    <Suspense>
      <ToastRegion />
    </Suspense>
  ) : null;
}

import { useState } from 'react';
import { createPortal } from 'react-dom';
import { Action, Close, Description, Provider, Root, Title, Viewport } from '@radix-ui/react-toast';
import { CircleAlert, CircleCheck, X } from './icons.tsx';
import { directionOf } from '../../src/platform/kit/languages.ts';
import { currentLanguage, t } from '../lib/i18n.ts';
import { Tooltip } from './tooltip.tsx';
import { WithNumbers } from './with-numbers.tsx';
import { dismissToast, useToasts } from './toast-store.ts';

/**
 * The toasts stand in a child of the body of their own: inside the application's root an open modal
 * dialog would make them inert.
 */
function createHost(): HTMLElement {
  const host = document.createElement('div');
  document.body.append(host);
  return host;
}

/** How long there is time to take something back. */
const UNDO_MS = 10_000;

export default function ToastRegion() {
  const [host] = useState(createHost);
  const current = useToasts((state) => state.current);
  const farEdge = directionOf(currentLanguage()) === 'rtl' ? 'left' : 'right';
  return (
    <Provider duration={5000} swipeDirection={farEdge} swipeThreshold={50} label={t('ui.notification')}>
      {current && (
        <Root
          key={current.id}
          open={current.open}
          {...(current.undo ? { duration: UNDO_MS } : {})}
          data-variant={current.variant}
          type={current.variant === 'destructive' ? 'foreground' : 'background'}
          onOpenChange={(open) => !open && dismissToast(current.id)}
          className={`flex items-start gap-3 rounded-lg border bg-surface p-4 shadow-raised transition-transform data-[swipe=cancel]:translate-x-0 data-[swipe=end]:translate-x-full rtl:data-[swipe=end]:-translate-x-full data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x) ${current.variant === 'destructive' ? 'border-danger' : 'border-line'}`}
        >
          {current.variant === 'destructive' ? (
            <CircleAlert aria-hidden className="mt-px size-5 shrink-0 text-danger" />
          ) : (
            <CircleCheck aria-hidden className="mt-px size-5 shrink-0 text-success" />
          )}
          <div className="min-w-0 flex-1">
            <Title className="font-semibold">
              <WithNumbers>{current.title}</WithNumbers>
            </Title>
            {current.description && (
              <Description className="mt-0.5 break-words text-muted">
                <WithNumbers>{current.description}</WithNumbers>
              </Description>
            )}
          </div>
          {current.undo && (
            <Action
              altText={t('ui.undo')}
              onClick={current.undo}
              className="rounded-md px-2 font-medium text-accent underline hover:bg-sunken"
            >
              {t('ui.undo')}
            </Action>
          )}
          <Tooltip text={t('ui.close')}>
            <Close aria-label={t('ui.close')} className="-m-1 rounded-md p-1 text-muted hover:bg-sunken hover:text-ink">
              <X aria-hidden className="size-4" />
            </Close>
          </Tooltip>
        </Root>
      )}
      {createPortal(
        <Viewport
          label={t('ui.notifications')}
          // Below a field that stays at the top, and above a dialog; beside the navigation in the bar above, where no button is.
          // A drawer keeps its head: a toast stands at the bottom then, and beside the drawer where there is room.
          className="fixed inset-x-0 top-16 z-50 flex flex-col gap-2 px-4 pt-2 empty:hidden max-md:[body:has([data-pinned]):not(:has([role=dialog]))_&]:top-60 max-md:[body:has([role=dialog])_&]:top-0 md:top-auto md:start-auto md:end-0 md:bottom-4 md:w-full md:max-w-[420px] lg:[body:has(aside)_&]:top-0 lg:[body:has(aside)_&]:end-[calc(max(0px,50vw-43.5rem)+22rem)] lg:[body:has(aside)_&]:bottom-auto [body:has(.drawer)_&]:top-auto! [body:has(.drawer)_&]:bottom-4! lg:[body:has(.drawer)_&]:end-[36rem]!"
        />,
        host,
      )}
    </Provider>
  );
}

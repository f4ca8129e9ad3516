import type { ReactNode } from 'react';
import { Content, Portal, Provider, Root, Trigger } from '@radix-ui/react-tooltip';

/** Wraps the application once: the first tooltip waits 700 ms, the next within 300 ms come at once. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return (
    <Provider delayDuration={700} skipDelayDuration={300}>
      {children}
    </Provider>
  );
}

/** A short explanation of the control inside it, on hover and on focus. */
export function Tooltip({ text, children }: { text: string; children: ReactNode }) {
  return (
    <TooltipProvider>
      <Root>
        <Trigger asChild>{children}</Trigger>
        <Portal>
          <Content
            sideOffset={6}
            collisionPadding={8}
            className="z-50 max-w-64 rounded-md bg-ink px-2.5 py-1.5 text-sm text-canvas shadow-raised"
          >
            {text}
          </Content>
        </Portal>
      </Root>
    </TooltipProvider>
  );
}

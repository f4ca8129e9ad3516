import type { ReactNode } from 'react';
import { Content, Provider, Root, Trigger } from '@radix-ui/react-tooltip';

/** Wraps controls that have tooltips: the first waits 700 ms, others within 300 ms of it come at once. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return (
    <Provider delayDuration={700} skipDelayDuration={300}>
      {children}
    </Provider>
  );
}

/**
 * A short explanation of the control inside it, on hover and on focus. Stands inside a TooltipProvider.
 * It is drawn beside its control and not at the end of the page, so that it stays inside a landmark.
 */
export function Tooltip({ text, children }: { text: string; children: ReactNode }) {
  return (
    <Root>
      <Trigger asChild>{children}</Trigger>
      <Content
        sideOffset={6}
        collisionPadding={8}
        className="z-50 max-w-80 rounded-md bg-ink px-2.5 py-1.5 text-sm break-all text-canvas shadow-raised"
      >
        {text}
      </Content>
    </Root>
  );
}

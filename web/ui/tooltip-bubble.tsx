import { Anchor, Content, Root } from '@radix-ui/react-popper';

interface TooltipBubbleProps {
  id: string;
  /** The element that it explains. */
  anchor: Element;
  children: string;
}

/** The text of a tooltip, beside its control wherever there is room. */
export default function TooltipBubble({ id, anchor, children }: TooltipBubbleProps) {
  return (
    <Root>
      <Anchor virtualRef={{ current: anchor }} />
      <Content
        id={id}
        role="tooltip"
        side="top"
        sideOffset={6}
        collisionPadding={8}
        className="pointer-events-none z-50 max-w-80 rounded-md bg-ink px-2.5 py-1.5 text-sm font-normal break-words whitespace-normal text-canvas shadow-raised"
      >
        {children}
      </Content>
    </Root>
  );
}

import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from '../lib/router.ts';
import type { SubjectName } from '../lib/settings-subjects.ts';

const PERSON_ACTS = ['wheel', 'touchmove', 'pointerdown', 'keydown'];

/** A card that an address leads to. */
export function Subject({ id, children }: { id: SubjectName; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  const isAsked = useLocation().hash === id;
  useEffect(() => {
    if (!isAsked) return undefined;
    // The cards above grow when they are loaded. As soon as the person does something, the page stays where it is.
    const watcher = new ResizeObserver(() => place.current?.scrollIntoView());
    const stop = () => watcher.disconnect();
    watcher.observe(document.body);
    for (const act of PERSON_ACTS) document.addEventListener(act, stop, { capture: true, once: true, passive: true });
    return stop;
  }, [isAsked]);
  return (
    <div ref={place} className="scroll-mt-20">
      {children}
    </div>
  );
}

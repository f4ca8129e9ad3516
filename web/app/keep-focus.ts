/** What has or had the focus, and all that stands around it, up to the page's content or a dialog: the page first. */
let trails: Element[][] = [];

const LAYER = '[role=dialog], main';

/** Whoever presses where nothing takes the focus leaves what had it. */
function leave({ target }: Event): void {
  if (!(target instanceof Element)) return;
  const layer = target.closest(LAYER);
  trails = trails.filter((trail) => trail.at(-1) !== layer || trail[0]?.contains(target));
}

function note(element: EventTarget | null): void {
  if (!(element instanceof Element)) return;
  const layer = element.closest(LAYER);
  trails = trails.filter((trail) => trail.at(-1) !== layer);
  const trail: Element[] = [];
  for (let at: Element | null = layer && element; at; at = at === layer ? null : at.parentElement) trail.push(at);
  if (layer) trails.push(trail);
}

/** The trail of an element that had the focus and is gone. */
function lost(): Element[] | undefined {
  trails = trails.filter((trail) => trail.at(-1)?.isConnected);
  const [trail, { activeElement, body }] = [trails.at(-1), document];
  if (!trail || trail[0]?.isConnected) return undefined;
  // A dialog that closes gives the focus to the panel of a tab where its button is gone.
  return activeElement === body || (activeElement && trail.includes(activeElement)) ? trail : undefined;
}

/** Leads to the heading of what is left around it. */
function mend(): void {
  const left = lost()?.filter(({ isConnected }) => isConnected) ?? [];
  const headings = left.map((around) => around.querySelector<HTMLElement>('h1, h2, h3'));
  const place = headings.find(Boolean) ?? left.at(-1);
  if (!(place instanceof HTMLElement)) return;
  place.tabIndex = -1;
  place.focus({ preventScroll: true });
}

/** A dialog that goes away with its button moves the focus a moment later. */
const SOON_MS = 100;

/**
 * Where an element that has the focus goes away, the browser gives it to the page, and the next Tab starts at its top.
 * From now on it stays near.
 * @param first what got it first
 */
export function keepFocus(first: EventTarget | null): void {
  for (const element of [first, document.activeElement]) note(element);
  const watcher = new MutationObserver(() => lost() && setTimeout(mend, SOON_MS));
  watcher.observe(document.body, { childList: true, subtree: true });
  addEventListener('pointerdown', leave, { capture: true });
  addEventListener('focusin', ({ target }) => {
    mend();
    note(target);
  });
}

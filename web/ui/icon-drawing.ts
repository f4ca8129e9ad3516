import { icons } from '@iconify-json/lucide/icons.json';

/** How all icons are drawn; it stands once, at the `svg`. */
const STYLE = ' fill="none" stroke="currentColor" stroke-linecap="round" stroke-linejoin="round" stroke-width="2"';

/**
 * A macro: it runs when the browser's files are built, so that they hold the drawings of these icons and no others.
 * @param name of an icon of Lucide
 */
export function drawingOf(name: keyof typeof icons): string {
  return icons[name].body.replaceAll(STYLE, '').replaceAll(/<\/?g>/g, '');
}

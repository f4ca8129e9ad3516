import type { Endpoint } from '../platform/kit/endpoint.ts';

type Searched = Pick<Endpoint, 'name' | 'summary' | 'method' | 'path' | 'tag'>;

/**
 * How well an operation answers a search: 0 if it lacks a word, and most if its name or its summary begins with one.
 * The API reference takes the text of this function, so it uses nothing from outside.
 */
export function matchOf(search: string, { name, summary, method, path, tag }: Searched): number {
  const text = [name, summary, method, path, tag].join(' ').toLowerCase();
  const [named, said] = [name.replaceAll(/[A-Z]/g, ' $&'), summary].map((each) =>
    each.toLowerCase().split(/[^a-z\d-]+/),
  );
  const places = [[named?.[0], said?.[0]], named, said];
  const words = search.trim().toLowerCase().split(/\s+/);
  if (!words.every((word) => text.includes(word))) return 0;
  const points = words.map((word) => {
    const place = places.findIndex((each, at) => each?.includes(word) || (at > 0 && each?.includes(`${word}s`)));
    return place < 0 ? 0 : 4 - place;
  });
  return points.reduce((sum, each) => sum + each, name.toLowerCase() === words.join('') ? 2 : 1);
}

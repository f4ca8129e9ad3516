import * as enums from '../../db/enums.ts';

/** The closed lists of words, the shortest first. */
const LISTS: readonly (readonly string[])[] = Object.values(enums)
  .filter((list) => Array.isArray(list))
  .map((list): readonly string[] => list)
  .toSorted((one, other) => one.length - other.length);

/**
 * The next word of the closed list that a word is from; undefined for a word of none. Several lists have the word
 * `failed`: the list counts of which the file says most.
 */
export function otherState(word: string, file: string): string | undefined {
  const said = (list: readonly string[]) => list.filter((each) => file.includes(`'${each}'`)).length;
  const [list = []] = LISTS.filter((each) => each.includes(word) && each.length > 1).toSorted(
    (one, other) => said(other) - said(one),
  );
  return list[(list.indexOf(word) + 1) % list.length];
}

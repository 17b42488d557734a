/** Makes a function that joins lists into one, and gives the very same one again while they are the same. */
export function joinLists<T>() {
  let before: readonly (readonly T[] | undefined)[] = [];
  let joined: readonly T[] = [];
  return (lists: readonly (readonly T[] | undefined)[]): readonly T[] => {
    if (lists.length !== before.length || lists.some((list, at) => list !== before[at])) {
      before = lists;
      joined = ([] as T[]).concat(...lists.map((list) => list ?? []));
    }
    return joined;
  };
}

/** Returns a function that concatenates lists. It returns the same array while the lists are the same. */
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

// A record keeps its author's name at the time of writing; lists show the author's current name.

type Authored = {
  createdByName: string;
  createdBy?: string | null;
  employeeId?: string | null;
  /** The people who did it, if the record names them: their ids and names in the same order. */
  doneBy?: readonly string[] | null;
  doneByNames?: readonly string[] | null;
};

export type CurrentNames = {
  /** A person's current name; `recordedName` if the person is not known. */
  nameOf: (person: string | null | undefined, recordedName: string) => string;
  rowOf: <Row extends Authored>(row: Row) => Row;
  /** Returns the same array for the same input, so that memoised lists are not rebuilt. */
  rowsOf: <Row extends Authored>(rows: readonly Row[]) => readonly Row[];
};

export function currentNames(people: readonly { id: string; name: string }[]): CurrentNames {
  const names = new Map(people.map(({ id, name }) => [id, name]));
  const cache = new WeakMap<readonly Authored[], readonly Authored[]>();
  const nameOf = (person: string | null | undefined, recordedName: string) =>
    (person == null ? undefined : names.get(person)) ?? recordedName;
  const rowOf = <Row extends Authored>(row: Row): Row => {
    const current = nameOf(row.createdBy ?? row.employeeId, row.createdByName);
    const doers = row.doneByNames?.map((name, at) => nameOf(row.doneBy?.[at], name));
    if (current === row.createdByName && (doers?.every((name, at) => name === row.doneByNames?.[at]) ?? true))
      return row;
    return { ...row, createdByName: current, ...(doers && { doneByNames: doers }) };
  };
  const rowsOf = <Row extends Authored>(rows: readonly Row[]): readonly Row[] => {
    const cached = cache.get(rows);
    // The cache maps each list to rows of its own type.
    if (cached) return cached as readonly Row[];
    const renamedRows = rows.map(rowOf);
    const result = renamedRows.some((row, at) => row !== rows[at]) ? renamedRows : rows;
    cache.set(rows, result);
    return result;
  };
  return { nameOf, rowOf, rowsOf };
}

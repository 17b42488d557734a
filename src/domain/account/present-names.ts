// A record keeps its author's name at the time of writing; lists show the author's current name.

type Authored = { createdByName: string; createdBy?: string | null; employeeId?: string | null };

export type PresentNames = {
  /** A person's current name; `atTheTime` if the person is not known. */
  nameOf: (person: string | null | undefined, atTheTime: string) => string;
  rowOf: <Row extends Authored>(row: Row) => Row;
  /** Returns the same array for the same input, so that memoised lists are not rebuilt. */
  rowsOf: <Row extends Authored>(rows: readonly Row[]) => readonly Row[];
};

export function presentNames(people: readonly { id: string; name: string }[]): PresentNames {
  const names = new Map(people.map(({ id, name }) => [id, name]));
  const known = new WeakMap<readonly Authored[], readonly Authored[]>();
  const nameOf = (person: string | null | undefined, atTheTime: string) =>
    (person == null ? undefined : names.get(person)) ?? atTheTime;
  const rowOf = <Row extends Authored>(row: Row): Row => {
    const now = nameOf(row.createdBy ?? row.employeeId, row.createdByName);
    return now === row.createdByName ? row : { ...row, createdByName: now };
  };
  const rowsOf = <Row extends Authored>(rows: readonly Row[]): readonly Row[] => {
    const before = known.get(rows);
    // The cache maps each list to rows of its own type.
    if (before) return before as readonly Row[];
    const named = rows.map(rowOf);
    const answer = named.some((row, at) => row !== rows[at]) ? named : rows;
    known.set(rows, answer);
    return answer;
  };
  return { nameOf, rowOf, rowsOf };
}

// Present names: a record keeps the name of its author at the time of writing; lists show the name that person has now.

type Authored = { createdByName: string; createdBy?: string | null; employeeId?: string | null };

export type PresentNames = {
  /** The present name of a person; `atTheTime` where the person is not known. */
  nameOf: (person: string | null | undefined, atTheTime: string) => string;
  rowOf: <Row extends Authored>(row: Row) => Row;
  /** The same list gives the same answer, so that lists which depend on it are not built again. */
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
    // A list maps to rows of its own type.
    if (before) return before as readonly Row[];
    const named = rows.map(rowOf);
    const answer = named.some((row, at) => row !== rows[at]) ? named : rows;
    known.set(rows, answer);
    return answer;
  };
  return { nameOf, rowOf, rowsOf };
}

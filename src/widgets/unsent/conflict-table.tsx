import type { Entry } from '@/offline/outbox/entry';
import { useNow } from '@/session/today';
import { bothValues } from './both-values';

/** Compares this device's version of an entry with the database's, if someone else has changed the row meanwhile. */
export function ConflictTable({ entry }: { entry: Entry }) {
  const differences = bothValues(entry, useNow());
  if (differences.length === 0) return null;
  return (
    <table className="both">
      <thead>
        <tr>
          <th scope="col">
            <span className="sr-only">What differs</span>
          </th>
          <th scope="col">Yours</th>
          <th scope="col">On the list</th>
        </tr>
      </thead>
      <tbody>
        {differences.map(({ label, mine, theirs }) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            <td>{mine}</td>
            <td>{theirs}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

// Lists a folder of a bucket as a hosted project does: its files, and its subfolders as names without an id.
import type { Row } from '../database/sql.ts';

const text = (value: unknown) => (typeof value === 'string' ? value : '');

const folder = (name: string): Row => ({
  name,
  id: null,
  updated_at: null,
  created_at: null,
  last_accessed_at: null,
  metadata: null,
});

/** One page of the folder named in the body; `rows` are those whose name starts with the prefix, sorted by name. */
export function listFolder(rows: readonly Row[], body: Record<string, unknown>): Row[] {
  const prefix = text(body['prefix']);
  const inside = prefix === '' || prefix.endsWith('/') ? prefix : `${prefix}/`;
  const entries = new Map<string, Row>();
  for (const row of rows) {
    const name = text(row['name']);
    if (!name.startsWith(inside)) continue;
    const [head = '', ...deeper] = name.slice(inside.length).split('/');
    if (deeper.length > 0) entries.set(head, folder(head));
    else entries.set(head, { ...row, name: head });
  }
  const search = text(body['search']).toLowerCase();
  const matching = [...entries.values()].filter((row) => text(row['name']).toLowerCase().startsWith(search));
  const from = Number(body['offset'] ?? 0);
  return matching.slice(from, from + Number(body['limit'] ?? 100));
}

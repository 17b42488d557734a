// What would be missing in an inspection today, and the items that an assurance scheme checks. The app lists gaps; it
// never says that a farm complies.
import type { Scheme } from './duties';
import { certificateName, certificateState, type DatedDocument } from './certificate';
import type { Evidence } from './dated-evidence';
import type { State } from './item';

type Listed = {
  item: { id: string; title: string; duty: string | null; evidenceRequired: boolean };
  state: State;
  on: string | null;
  done: readonly unknown[];
  evidence: Evidence | null;
};

export type Missing = { key: string; title: string; sentences: readonly string[]; to: string };

export const itemUrl = (id: string): string => `/compliance-center?item=${id}`;
const formatDay = (date: string) => date.split('-').reverse().join('/');

/** The items with something missing, in their order, then the certificates that have expired. */
export function missingToday(
  items: readonly Listed[],
  certificates: readonly (DatedDocument & { id: string })[],
  today: string,
): Missing[] {
  const open = items.flatMap(({ item, state, on, done, evidence }): Missing[] => {
    if (state === 'not_applicable') return [];
    const sentences = [
      ...(state === 'overdue' && on !== null ? [`Overdue since ${formatDay(on)}.`] : []),
      ...(item.evidenceRequired && done.length === 0 && (evidence === null || evidence.lastOn === null)
        ? evidence?.dueOn == null
          ? ['No evidence yet.']
          : []
        : []),
      ...(evidence?.gaps ?? []),
    ];
    return sentences.length === 0 ? [] : [{ key: item.id, title: item.title, sentences, to: itemUrl(item.id) }];
  });
  const expired = certificates
    .filter((one) => certificateState(one, today) === 'overdue')
    .map((one): Missing => ({
      key: one.id,
      title: certificateName(one),
      sentences: one.expiresOn === null ? [] : [`Ran out on ${formatDay(one.expiresOn)}.`],
      to: '/compliance-center?tab=certificates',
    }));
  return [...open, ...expired];
}

export type SchemeLine<Item> = {
  label: string;
  /** The farm's items that cover what the scheme checks. */
  items: readonly Item[];
  /** Duties that the farm does not have on its list. */
  missing: readonly string[];
};

/** The items that a scheme checks, each with the farm's items that cover it. */
export const schemeLines = <Item extends { item: { duty: string | null } }>(
  scheme: Scheme,
  items: readonly Item[],
): SchemeLine<Item>[] =>
  scheme.items.map(({ label, duties }) => ({
    label,
    items: items.filter(({ item }) => item.duty !== null && duties.includes(item.duty)),
    missing: duties.filter((duty) => !items.some(({ item }) => item.duty === duty)),
  }));

/** The kinds of diary items, with their labels. Their colours are in diary.css. */
export const ITEM_KIND_WORDS = {
  work: 'Work',
  job: 'Job',
  reminder: 'Reminder',
  delivery: 'Delivery',
  absence: 'Absence',
  asked: 'Asked time off',
  time: 'Time',
  note: 'Note',
  service: 'Machine',
  compliance: 'Compliance',
} as const;

export type ItemKind = keyof typeof ITEM_KIND_WORDS;

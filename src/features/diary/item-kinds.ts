/** The kinds of diary items, with their labels. Their colours are in diary.css. */
export const LOOK_WORDS = {
  work: 'Work',
  job: 'Job',
  reminder: 'Reminder',
  delivery: 'Delivery',
  absence: 'Absence',
  time: 'Time',
  note: 'Note',
} as const;

export type Look = keyof typeof LOOK_WORDS;

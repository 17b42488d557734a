/** What a line of the diary is, in a word; each has its colour in diary.css. */
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

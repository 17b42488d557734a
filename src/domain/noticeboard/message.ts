// Messages about something that a person should know soon: shown in the app, and sent as notifications.
import type { Role } from '@/domain/account/access';

const MESSAGE_KINDS = ['notice', 'machine', 'job', 'week', 'clock', 'defect', 'mail', 'declined', 'absence'] as const;
export type MessageKind = (typeof MESSAGE_KINDS)[number];

/** The kinds of message that each role receives, with their labels in the settings. */
export const KIND_WORDS: Readonly<Record<Role, Partial<Record<MessageKind, string>>>> = {
  admin: {
    machine: 'A machine must not be used',
    defect: 'A defect was reported',
    declined: 'Somebody can’t do a job',
    absence: 'Somebody asks for time off, or is sick',
    week: 'A week was handed in',
    mail: 'An e-mail with an invoice did not arrive',
    clock: 'My clock is still running after 12 hours',
  },
  employee: {
    notice: 'Urgent notices',
    machine: 'A machine must not be used',
    job: 'A job is planned for me, moved or taken back',
    absence: 'My time off is approved or declined',
    week: 'My week was sent back',
    clock: 'My clock is still running after 12 hours',
  },
};

export const kindsOf = (role: Role): MessageKind[] => MESSAGE_KINDS.filter((kind) => kind in KIND_WORDS[role]);

/** '21:30' is 1290; null if the text is not a time. */
export function minutesOfDay(time: string): number | null {
  const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(time) ?? [];
  return hours === undefined ? null : Number(hours) * 60 + Number(minutes);
}

export const timeOfMinutes = (minutes: number): string =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');

// Seats: how many people may work in an account beside its holder, and which of them are taken.

/** At no extra cost; the database counts again when somebody is invited or joins. */
export const SEATS = 6;

export type OpenInvite = { expiresAt: string };

export const isOpen = ({ expiresAt }: OpenInvite, now: Date): boolean => Date.parse(expiresAt) > now.getTime();

/** Employees, suspended ones too, and invitations that can still be taken. */
export const seatsUsed = (employees: number, invites: readonly OpenInvite[], now: Date): number =>
  employees + invites.filter((invite) => isOpen(invite, now)).length;

export const seatWords = (used: number): string => `${used} of ${SEATS} seats used`;

const HOUR = 3_600_000;

/** "Invited · expires in 3 d", by the hour on the last day. */
export function inviteWords({ expiresAt }: OpenInvite, now: Date): string {
  const left = Date.parse(expiresAt) - now.getTime();
  if (left <= 0) return 'Invitation expired';
  const hours = Math.ceil(left / HOUR);
  // The minute that has begun is not a day more.
  return `Invited · expires in ${hours > 24 ? `${Math.ceil((left - HOUR / 60) / (24 * HOUR))} d` : `${hours} h`}`;
}

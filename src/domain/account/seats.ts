// Seats: how many people may work in an account besides its holder, and how many are taken.

/** Included in the price; the database checks again when someone is invited or joins. */
export const SEATS = 6;

export type OpenInvite = { expiresAt: string };

export const isOpen = ({ expiresAt }: OpenInvite, now: Date): boolean => Date.parse(expiresAt) > now.getTime();

/** Employees, including suspended ones, and invitations that have not expired. */
export const seatsUsed = (employees: number, invites: readonly OpenInvite[], now: Date): number =>
  employees + invites.filter((invite) => isOpen(invite, now)).length;

export const seatWords = (used: number): string => `${used} of ${SEATS} seats used`;

const HOUR_MS = 3_600_000;

/** "Invited · expires in 3 d"; in hours on the last day. */
export function inviteWords({ expiresAt }: OpenInvite, now: Date): string {
  const msLeft = Date.parse(expiresAt) - now.getTime();
  if (msLeft <= 0) return 'Invitation expired';
  const hours = Math.ceil(msLeft / HOUR_MS);
  // One minute of tolerance: rounding `now` down to its minute must not add a day.
  return `Invited · expires in ${hours > 24 ? `${Math.ceil((msLeft - HOUR_MS / 60) / (24 * HOUR_MS))} d` : `${hours} h`}`;
}

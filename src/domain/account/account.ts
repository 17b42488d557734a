// The account a signed-in person works in: who they are, whose records they use and what they may see of them.
import type { Currency } from '@/domain/core/money';
import type { Region, Zone } from '@/domain/core/time';
import type { Profile, Role, Subscription } from './access';

export type Account = {
  userId: string;
  /** The main account holder's id: the owner of every business row. */
  ownerId: string;
  role: Role;
  firstName: string | null;
  lastName: string | null;
  email: string | null;
  /** The account holder's first name, for "Ask Alex if you need something changed". */
  ownerFirstName: string | null;
  /** False in a lapsed account: everything can be read, nothing written. */
  canWrite: boolean;
  subscription: Subscription;
  settings: AccountSettings;
};

export type AccountSettings = {
  farmName: string | null;
  region: Region;
  zone: Zone;
  currency: Currency;
  /** Billed minutes are rounded up to this many; 0 bills exact minutes. */
  incrementMinutes: number;
  /** Whether this person sees prices and values (an admin always does). */
  seesRates: boolean;
  seesAllWorks: boolean;
  /** True for each setup step that is neither done nor skipped. Missing in a snapshot of an older version. */
  asksBusiness?: boolean;
  asksPrices?: boolean;
  asksFirstJob?: boolean;
};

/** The settings as they apply to one person: for an employee, an individual choice overrides the farm's setting. */
export const settingsFor = (
  settings: AccountSettings,
  { role, seesRates, seesAllWorks }: Pick<Profile, 'role' | 'seesRates' | 'seesAllWorks'>,
): AccountSettings =>
  role === 'admin'
    ? settings
    : { ...settings, seesRates: seesRates ?? settings.seesRates, seesAllWorks: seesAllWorks ?? settings.seesAllWorks };

/** The text to type to confirm deleting an account: the farm's name, or the e-mail address if it has none. */
export const deletionPhrase = (farmName: string | null, email: string | null): string =>
  farmName?.trim() || (email ?? '');

const normalise = (text: string) => text.normalize('NFC').trim().replace(/\s+/g, ' ').toLowerCase();

/** Whether the typed text matches; capitals and spacing do not matter. */
export const confirmsDeletion = (typed: string, phrase: string): boolean =>
  normalise(phrase) !== '' && normalise(typed) === normalise(phrase);

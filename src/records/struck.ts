// Records that a law asks a farm to keep: one that was entered by mistake is struck out instead of being deleted.
import { flag, instant, text } from './record-field';

/** The fields of such a record. The database sets who struck it out and when. */
export const STRUCK_FIELDS = {
  struck: flag('Entered by mistake').onUpdate(),
  struckAt: instant().optional().fromDatabase(),
  struckByName: text().optional().fromDatabase(),
};

/** A record as it was struck out; all empty if it was not. */
export type Struck = { struck: boolean; struckAt: string | null; struckByName: string | null };

/** What counts: records that are not struck out. A copy that an older app saved does not say. */
export const counts = ({ struck }: Pick<Struck, 'struck'>): boolean => !struck;

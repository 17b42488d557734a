// Certificates: whether they have expired or will soon.
import { dateState } from './item';

export type DatedDocument = {
  name: string;
  holder: string | null;
  issuedOn: string | null;
  expiresOn: string | null;
  leadDays: number;
};

export const certificateState = ({ expiresOn, leadDays }: DatedDocument, today: string) =>
  expiresOn === null ? 'ok' : dateState(expiresOn, leadDays, today);

export const certificateName = ({ name, holder }: Pick<DatedDocument, 'name' | 'holder'>): string =>
  holder === null ? name : `${name}, ${holder}`;

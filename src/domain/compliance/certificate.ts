// Certificates: whether they have run out or will soon.
import { dateState } from './item';

export type Paper = {
  name: string;
  holder: string | null;
  issuedOn: string | null;
  expiresOn: string | null;
  leadDays: number;
};

export const certificateState = ({ expiresOn, leadDays }: Paper, today: string) =>
  expiresOn === null ? 'ok' : dateState(expiresOn, leadDays, today);

export const certificateName = ({ name, holder }: Pick<Paper, 'name' | 'holder'>): string =>
  holder === null ? name : `${name}, ${holder}`;

// Deletes the caller's account: the subscription, every file, every row and the sign-in itself. The account comes from
// the token; the body only confirms the request.
import { serveFunction, refuse, succeed } from '../_shared/http.ts';
import { takeAllowance } from '../_shared/limits.ts';
import { confirmsFarm, isPassword, parseConfirmation } from './confirmation.ts';
import { removeAccount } from './remove.ts';

serveFunction({ caller: 'person' }, async ({ body, person }) => {
  if (person.role !== 'admin') return refuse(403, 'Only the main account holder can delete the account.');
  const confirmation = parseConfirmation(body);
  if (!confirmation) return refuse(400, 'Type the farm’s name and your password.');
  if (!(await takeAllowance(`delete-account:${person.id}`, 5, '1 hour'))) {
    return refuse(429, 'Too many tries. Try again in an hour.');
  }
  if (!(await confirmsFarm(person, confirmation.confirm)))
    return refuse(400, 'What you typed is not the name of this farm.');
  if (!(await isPassword(person, confirmation.password))) return refuse(403, 'That is not your password.');
  const problem = await removeAccount(person.id);
  return problem === null ? succeed() : refuse(502, problem);
});

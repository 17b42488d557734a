// The address of an invitation: '/?invite=' and the token, 64 hexadecimal digits.

export const inviteLink = (origin: string, token: string): string => `${origin}/?invite=${token}`;

/** The invitation token in an address's query; null if there is no valid one. */
export const tokenIn = (search: string): string | null => /[?&]invite=([0-9a-f]{64})(?:&|$)/.exec(search)?.[1] ?? null;

// Not in docket.ts, so that the works list does not load that module.

/** The number of a docket until an invoice has one: the first eight digits of the job's id. */
export const docketNumber = (id: string): string => id.slice(0, 8).toUpperCase();

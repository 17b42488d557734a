// Apart from the docket, because the works list needs only this of it.

/** The number of a docket until an invoice has one: the first eight digits of the job's id. */
export const docketNumber = (id: string): string => id.slice(0, 8).toUpperCase();

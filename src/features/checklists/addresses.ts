/** Where a checklist is filled in; for a machine, with its name in the form. */
export const fillAddress = (template: string, machine: string | null = null): string =>
  `/add-checklist?${new URLSearchParams({ template, ...(machine === null ? {} : { machine }) }).toString()}`;

/** Where one that was completed is read. */
export const completedAddress = (id: string): string =>
  `/completed-checklists?${new URLSearchParams({ open: id }).toString()}`;

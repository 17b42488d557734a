/** The page that fills in a checklist, optionally for a machine: by its name, or by its id in the fleet. */
export const fillAddress = (template: string, machine: string | null = null, machineId = ''): string =>
  `/add-checklist?${new URLSearchParams({
    template,
    ...(machine === null ? {} : { machine }),
    ...(machineId === '' ? {} : { for: machineId }),
  }).toString()}`;

// URLs of the fill-in page, and element ids of its questions.
/** The page that fills in a checklist, optionally for a machine: by its name, or by its id in the fleet. */
export const fillAddress = (template: string, machine: string | null = null, machineId = ''): string =>
  `/add-checklist?${new URLSearchParams({
    template,
    ...(machine === null ? {} : { machine }),
    ...(machineId === '' ? {} : { for: machineId }),
  }).toString()}`;

/** Id of the section with the machine and its hours. */
export const ABOUT_ID = 'about';
export const questionId = (index: number): string => `question-${index}`;
export const commentId = (index: number): string => `comment-${index}`;

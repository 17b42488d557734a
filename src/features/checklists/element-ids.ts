// Element ids of the fill-in page.
/** Id of the section with the machine and its hours. */
export const ABOUT_ID = 'about';
export const questionId = (index: number): string => `question-${index}`;
export const commentId = (index: number): string => `comment-${index}`;

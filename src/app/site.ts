/** The site of a build that was told no other. `vite preview` puts its own address in its place. */
export const NO_SITE = 'https://farm-diary.example';
